import { z } from 'zod'
import { ch, type Fragment, instant, int, texts, uuid, uuids } from '#runtime/ch-tag.ts'
import type { ClickDetails } from './click-columns.ts'

export const firstClickRow = z.object({ id: z.guid() })

/**
 * Columns of a group that has one first click. Bots are a separate group, because a browser that prefetches a link counts as a
 * bot until its user opens it.
 */
export const firstsBy = (windowMs: number): Fragment =>
  ch`link_id, visitor_id, traffic = 'bot', intDiv(toUnixTimestamp64Milli(clicked_at), ${int(windowMs)})`

/**
 * The first click of each of these visitors on each of their links, within each window of visitor ids, and the first that is
 * a bot. Ignores filters, because a visitor who came from elsewhere before is not new. The ids are subqueries: 5,000 as
 * arrays took 25 times as long.
 */
export function firstClicks(accountId: string, clicks: readonly ClickDetails[], windowMs: number) {
  const times = clicks.map(({ at }) => at)
  const from = Math.floor(Math.min(...times) / windowMs) * windowMs
  const distinct = (values: readonly string[]) => [...new Set(values)]
  return ch`
    select argMin(click_id, (clicked_at, click_id)) as id
    from clicks
    where account_id = ${uuid(accountId)}
      and link_id in (select arrayJoin(${uuids(distinct(clicks.map(({ short_url_id }) => short_url_id)))}))
      and clicked_at >= ${instant(from)} and clicked_at <= ${instant(Math.max(...times))}
      and visitor_id in (select toUInt64(arrayJoin(${texts(distinct(clicks.map(({ visitor }) => visitor)))})))
    group by ${firstsBy(windowMs)}`
}
