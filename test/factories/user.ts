import { hash } from '@node-rs/argon2'
import { hashPassword } from '#model/accounts/passwords.ts'
import { insertOwner } from '#model/accounts/users.ts'
import type { Sql } from '#runtime/postgres.ts'
import type { TestAccount } from './account.ts'

let made = 0

/** A hash that takes no time to check: it contains its parameters. For tests that guess often. */
export const hashCheaply = (password: string): Promise<string> =>
  hash(password.normalize('NFKC'), { memoryCost: 8, timeCost: 1, parallelism: 1 })

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
