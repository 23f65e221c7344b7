import { ch, column, type Fragment, instant, join, uuid, uuids } from '#runtime/ch-tag.ts'
import { noId } from '#schemas/clicks.ts'
import { utmFields } from '#schemas/utm-fields.ts'

/** Where clauses that narrow the clicks of a filter. */

const and = (where: Fragment, condition: Fragment): Fragment => join([where, condition], ch` and `)

/** Clicks of these links; of all links if none are given. */
export const amongLinks = (where: Fragment, ids: readonly string[] | null): Fragment =>
  ids === null ? where : and(where, ch`link_id in (select arrayJoin(${uuids(ids)}))`)

const isTagged = ch`(${join(
  utmFields.map((name) => ch`${column(name)} != ''`),
  ch` or `,
)})`

/** Clicks with any UTM parameter. */
export const tagged = (where: Fragment): Fragment => and(where, isTagged)

/** Clicks with a referrer. */
export const referred = (where: Fragment): Fragment => and(where, ch`${column('referrer_domain')} != ''`)

/** Scans, of one QR code if it is given. */
export const scansOf = (where: Fragment, codeId?: string): Fragment =>
  and(where, codeId === undefined ? ch`qr_code_id != ${uuid(noId)}` : ch`qr_code_id = ${uuid(codeId)}`)

/** Independent where clauses: clicks of humans and unknown clients, regardless of filters. */

export const clicksOfExperiments = (accountId: string, tests: readonly { id: string; link_id: string }[]) => ch`
  account_id = ${uuid(accountId)} and link_id in ${uuids(tests.map(({ link_id }) => link_id))}
  and test_id in ${uuids(tests.map(({ id }) => id))} and traffic != 'bot'`

export const clicksOfLinksSince = (accountId: string, linkIds: readonly string[], since: number) => ch`
  account_id = ${uuid(accountId)} and link_id in ${uuids(linkIds)} and traffic != 'bot' and clicked_at > ${instant(since)}`

/** Uses the stored counts by quarter of an hour. */
export const clicksThisMonth = (accountId: string) => ch`
  account_id = ${uuid(accountId)} and toStartOfFifteenMinutes(clicked_at) >= toStartOfMonth(now('UTC')) and traffic != 'bot'`
