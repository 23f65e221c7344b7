import { z } from 'zod'
import { askClicks } from '#model/clicks/ask-clicks.ts'
import { linkDays, linkDaysRow } from '#model/clicks/queries/link-days.ts'
import { clicksOfLinksSince } from '#model/clicks/which-clicks.ts'
import { sparkDays, sparkline, sparklinesQuery } from '#schemas/link-list.ts'
import { demandSession } from '../frame/auth/demand-session.ts'
import { endpoint } from '../frame/endpoint.ts'

const dayMs = 86_400_000

/** One request for all rows of a page. Ids that are not links of the account have no clicks. */
export const readSparklines = endpoint({
  method: 'GET',
  path: '/sparklines',
  summary: 'Get daily clicks of several short URLs for the last 30 days',
  permission: 'read',
  query: sparklinesQuery,
  reply: z.array(sparkline),
  async handle({ query, account, session, ch, signal }) {
    demandSession(session)
    const now = Date.now()
    // One day more than shown, because days of the time zone start up to a day earlier.
    const where = clicksOfLinksSince(account.id, query.ids, now - (sparkDays + 1) * dayMs)
    const statement = linkDays(where, { now, timezone: query.timezone })
    const rows = await askClicks(ch, statement, linkDaysRow, { gone: signal })
    const days = new Map(query.ids.map((id) => [id.toLowerCase(), Array.from({ length: sparkDays }, () => 0)]))
    for (const { link_id, age, clicks } of rows) {
      const line = days.get(link_id)
      if (line !== undefined && age >= 0 && age < sparkDays) line[sparkDays - 1 - age] = clicks
    }
    return [...days].map(([id, clicks]) => ({ id, clicks }))
  },
})
