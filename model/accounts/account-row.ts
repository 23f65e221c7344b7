import { z } from 'zod'
import type { Sql } from '#runtime/postgres.ts'
import { planName } from '#schemas/accounts.ts'

/** For whom a key, a session or a token speaks: the same of each, in the statement that finds it. */
export const accountColumns = (sql: Sql) => sql`
  accounts.id as account_id, accounts.name as account_name, accounts.plan`

export const accountRow = { account_id: z.uuid(), account_name: z.string(), plan: planName }

const row = z.object(accountRow)

export const accountOf = ({ account_id, account_name, plan }: z.infer<typeof row>) => ({
  id: account_id,
  name: account_name,
  plan,
})
