import type { Sql } from '#runtime/postgres.ts'
import { userActor } from './actor.ts'
import { recordOfUser } from './audit-log.ts'

/** Entries of a user in the audit log per day. After these, an entry is added each time their number doubles. */
const mostEntries = 10
const windowHours = 24

interface FailedSignIn {
  user: { id: string; email: string }
  with: 'password' | 'code' | 'passkey'
  address: string
}

/**
 * Adds a failed attempt of an existing user to the audit log. Entries are kept for a year, so an attacker must neither be able to
 * fill the log nor to hide in it: the first ten of a day have an entry, then the 20th, 40th, 80th and so on.
 */
export async function recordFailedSignIn(sql: Sql, { user, with: factor, address }: FailedSignIn): Promise<void> {
  await sql.begin(async (tx) => {
    const isOld = tx`failed_sign_ins.since <= now() - make_interval(hours => ${windowHours})`
    const [row] = await tx<{ count: number }[]>`
      insert into failed_sign_ins (user_id, count)
      values (${user.id}, 1)
      on conflict (user_id) do update
      set count = case when ${isOld} then 1 else failed_sign_ins.count + 1 end,
          since = case when ${isOld} then now() else failed_sign_ins.since end
      returning count`
    const count = row?.count ?? 0
    if (!hasEntry(count)) return
    const total = count > mostEntries ? ` (${count} failed sign-ins in ${windowHours} hours)` : ''
    const change = {
      action: 'sign_in_failed',
      summary: `Failed sign-in: wrong ${factor}${total}`,
      object_ids: [user.id],
    }
    await recordOfUser(tx, user.id, { actor: userActor(user), address }, change)
  })
}

export const hasEntry = (count: number): boolean =>
  count <= mostEntries || Number.isInteger(Math.log2(count / mostEntries))
