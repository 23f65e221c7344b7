import { ch, type Fragment, instant, join, uuid, uuids } from '#runtime/ch-tag.ts'
import { noId } from '#schemas/clicks.ts'
import { utmFields } from '#schemas/utm-fields.ts'
import { hasAny } from './queries/breakdown.ts'
import { RolledWhere } from './queries/rolled.ts'

/** Where clauses that narrow the clicks of a filter. */

const and = (where: Fragment, condition: Fragment): Fragment => join([where, condition], ch` and `)

/** Clicks of these links; of all links if none are given. */
export function amongLinks(where: Fragment, ids: readonly string[] | null): Fragment {
  if (ids === null) return where
  const narrowed = and(where, ch`link_id in (select arrayJoin(${uuids(ids)}))`)
  return where instanceof RolledWhere ? new RolledWhere(narrowed, { ...where.rolled, links: ids }) : narrowed
}

/** Clicks with any UTM parameter. */
export const tagged = (where: Fragment): Fragment => and(where, hasAny(utmFields))

/** Scans, of one QR code if it is given. */
export function scansOf(where: Fragment, codeId?: string): Fragment {
  if (codeId !== undefined) return and(where, ch`qr_code_id = ${uuid(codeId)}`)
  const narrowed = and(where, ch`qr_code_id != ${uuid(noId)}`)
  const isRolled = where instanceof RolledWhere && where.rolled.trigger !== 'link'
  return isRolled ? new RolledWhere(narrowed, { ...where.rolled, trigger: 'qr' }) : narrowed
}

/** Independent where clauses: clicks of humans and unknown clients, regardless of filters. */

export const clicksOfExperiments = (accountId: string, tests: readonly { id: string; link_id: string }[]) => ch`
  account_id = ${uuid(accountId)} and link_id in ${uuids(tests.map(({ link_id }) => link_id))}
  and test_id in ${uuids(tests.map(({ id }) => id))} and traffic != 'bot'`

export const clicksOfLinksSince = (accountId: string, linkIds: readonly string[], since: number) => ch`
  account_id = ${uuid(accountId)} and link_id in ${uuids(linkIds)} and traffic != 'bot' and clicked_at > ${instant(since)}`

/** Uses the stored counts by quarter of an hour, unless links are left out. */
export const clicksThisMonth = (accountId: string, leftOut: readonly string[]) => ch`
  account_id = ${uuid(accountId)} and toStartOfFifteenMinutes(clicked_at) >= toStartOfMonth(now('UTC')) and traffic != 'bot'
  ${withoutLinks(leftOut)}`

/** The rest of a condition that leaves these links out. */
export const withoutLinks = (ids: readonly string[]): Fragment =>
  ids.length === 0 ? ch`` : ch`and clicks.link_id not in ${uuids(ids)}`
