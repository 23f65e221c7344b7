import { hashPassword } from '#model/accounts/passwords.ts'
import { insertOwner } from '#model/accounts/users.ts'
import type { Sql } from '#runtime/postgres.ts'
import type { TestAccount } from './account.ts'

let made = 0

/** Creates the owner of an account without one. */
export async function createUser(
  sql: Sql,
  account: TestAccount,
  password: string,
): Promise<{ id: string; email: string }> {
  made += 1
  const user = await insertOwner(sql, account.id, `user${made}@example.com`, await hashPassword(password))
  if (user === null) throw new Error('the account already has an owner')
  return user
}
