import type { Sql } from '#runtime/postgres.ts'
import { createAccount } from '../factories/account.ts'
import { addMember } from '../factories/member.ts'
import { owner } from './stack.ts'

/** Makes the owner of the test an editor of another account, which is called "Test account". */
export async function joinOtherAccount(sql: Sql): Promise<void> {
  const [user] = await sql<{ id: string }[]>`select id from users where email = ${owner.email}`
  if (user === undefined) throw new Error('the owner is missing')
  await addMember(sql, await createAccount(sql), user.id, 'editor')
}
