import type { Sql } from '#runtime/postgres.ts'
import { uuidv7 } from '#runtime/uuid.ts'
import type { PlanName } from '#schemas/accounts.ts'

export interface TestAccount {
  id: string
}

export async function createAccount(sql: Sql, { plan = 'business' }: { plan?: PlanName } = {}): Promise<TestAccount> {
  const id = uuidv7()
  await sql`insert into accounts (id, name, plan) values (${id}, 'Test account', ${plan})`
  return { id }
}
