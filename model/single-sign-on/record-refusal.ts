import type { Sql, Tx } from '#runtime/postgres.ts'
import type { Actor } from '#schemas/audit.ts'
import { lockAccount } from '../accounts/accounts.ts'
import { recordChange } from '../accounts/audit-log.ts'
import { countRows } from '../rows.ts'

/** Entries of one account in an hour. Strangers can cause them, and the log keeps them for a year. */
const mostAnHour = 60
const action = 'refuse_sign_on'

const unknown: Actor = { type: 'system', id: null, name: 'Single sign-on' }

interface RefusedSignIn {
  account_id: string
  /** Why, as one word or code. */
  reason: string
  address: string
}

/** Adds an entry about a sign-in that was refused. It does not name the user. */
export async function recordRefusal(sql: Sql, { account_id, reason, address }: RefusedSignIn): Promise<void> {
  await sql.begin(async (tx) => {
    await lockAccount(tx, account_id)
    if ((await countRecent(tx, account_id)) >= mostAnHour) return
    const origin = { account_id, actor: unknown, address }
    await recordChange(tx, origin, { action, summary: 'Refuse a sign-in with single sign-on', after: { reason } })
  })
}

const countRecent = (tx: Tx, accountId: string): Promise<number> =>
  countRows(tx, tx`audit_log where account_id = ${accountId} and at > now() - interval '1 hour' and action = ${action}`)
