import { z } from 'zod'
import type { Sql, Tx } from '#runtime/postgres.ts'
import { planName } from '#schemas/accounts.ts'

/** The account of a key, session, or token: the same columns in the statement that finds each. */
export const accountColumns = (sql: Sql | Tx) => sql`
  accounts.id as account_id, accounts.name as account_name, accounts.plan`

export const accountRow = { account_id: z.uuid(), account_name: z.string(), plan: planName }

const row = z.object(accountRow)

export const accountOf = ({ account_id, account_name, plan }: z.infer<typeof row>) => ({
  id: account_id,
  name: account_name,
  plan,
})
