import { hashPassword } from '#model/accounts/passwords.ts'
import type { Sql } from '#runtime/postgres.ts'
import { uuidv7 } from '#runtime/uuid.ts'
import type { Role } from '#schemas/roles.ts'
import type { TestAccount } from './account.ts'

export const memberPassword = 'correct horse battery'
/** All members have the same password, which takes long to hash. */
let hash: Promise<string> | undefined
let made = 0

export interface TestMember {
  id: string
  email: string
  password_hash: string
}

/** Creates a user with a role in an account. */
export async function createMember(sql: Sql, account: TestAccount, role: Role): Promise<TestMember> {
  made += 1
  hash ??= hashPassword(memberPassword)
  const member = { id: uuidv7(), email: `${role}${made}@example.com`, password_hash: await hash }
  await sql`insert into users ${sql(member)}`
  await addMember(sql, account, member.id, role)
  return member
}

export async function addMember(sql: Sql, account: TestAccount, userId: string, role: Role): Promise<void> {
  await sql`insert into memberships (account_id, user_id, role) values (${account.id}, ${userId}, ${role})`
}
