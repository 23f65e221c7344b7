import { afterAll, beforeAll, expect, it } from 'vitest'
import { statusOfLink } from '#core/link-status.ts'
import { flagStatuses } from '#schemas/link-fields.ts'
import { shortUrlStatuses } from '#schemas/links.ts'
import { createAccount } from '../../test/factories/account.ts'
import { findBaseDomain, plainLink } from '../../test/factories/links.ts'
import { openTestStores, type TestStores } from '../../test/stack/stores.ts'
import { createLink } from './create-link.ts'
import type { LinkCounts, LinkRow } from './link-row.ts'
import { isUnlisted, linkStatus } from './link-status.ts'

let stores: TestStores
beforeAll(async () => {
  stores = await openTestStores()
})
afterAll(() => stores.close())

const hourMs = 3_600_000
const times = [null, -hourMs, hourMs]

/** Every combination of the values that determine a status. */
const states = [...Array(2 ** flagStatuses.length).keys()].flatMap((bits) =>
  times.flatMap((starts) =>
    times.flatMap((expires) =>
      [null, 5].flatMap((max_clicks) =>
        [
          [4, null],
          [5, null],
          [0, 4],
          [0, 5],
        ].map(([clicks = 0, limit_used = null]) => ({
          trashed: null as number | null,
          quarantined: null as number | null,
          limit_used,
          flags: Object.fromEntries(flagStatuses.map(({ field }, index) => [field, (bits & (2 ** index)) !== 0])),
          starts,
          expires,
          max_clicks,
          clicks,
        })),
      ),
    ),
  ),
)

/** The trash precedes the quarantine, which precedes all other states. */
const closed = [states[0], states.at(-1)].flatMap((state) =>
  [
    { trashed: -hourMs, quarantined: null },
    { trashed: null, quarantined: -hourMs },
    { trashed: -hourMs, quarantined: -hourMs },
  ].flatMap((times) => (state === undefined ? [] : [{ ...state, ...times }])),
)

it('returns the same status from Postgres and from a row, for every combination', async () => {
  const { sql, config } = stores
  const account = await createAccount(sql)
  const domain = await findBaseDomain(sql, config)
  const now = Date.now()
  const at = (offset: number | null) => (offset === null ? null : new Date(now + offset))
  for (const { flags, starts, expires, trashed, quarantined, max_clicks, limit_used, clicks } of [
    ...states,
    ...closed,
  ]) {
    const outcome = await createLink(stores, plainLink(account.id, domain))
    if (outcome.kind !== 'created') throw new Error(outcome.kind)
    const limited_since = max_clicks === null ? null : 1
    const columns = {
      ...flags,
      trashed_at: at(trashed),
      quarantined_at: at(quarantined),
      starts_at: at(starts),
      expires_at: at(expires),
      max_clicks,
      limited_since,
      limit_used,
    }
    await sql`update links set ${sql(columns)} where id = ${outcome.link.id}`
    await sql`update link_counts set clicks = ${clicks} where link_id = ${outcome.link.id}`
  }
  const rows = await sql<(LinkRow & LinkCounts & { status: string; listed: boolean })[]>`
    select links.*, link_counts.clicks, ${linkStatus(sql)} as status, not (${isUnlisted(sql)}) as listed
    from links
    join link_counts on link_counts.link_id = links.id
    where links.account_id = ${account.id}`
  expect(rows).toHaveLength(states.length + closed.length)
  expect(rows.map(({ status }) => status)).toEqual(rows.map((row) => statusOfLink(row, now)))
  expect(new Set(rows.map(({ status }) => status))).toEqual(new Set(shortUrlStatuses))
  const unlisted = flagStatuses.filter((flag) => flag.unlisted)
  expect(rows.map(({ listed }) => listed)).toEqual(
    rows.map((row) => row.trashed_at === null && !unlisted.some(({ field, when }) => row[field] === when)),
  )
})
