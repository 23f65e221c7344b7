import { ch, column, type Fragment, instant, join, uuid, uuids } from '#runtime/ch-tag.ts'
import { noId } from '#schemas/clicks.ts'
import { isTagged } from './queries/is-tagged.ts'

/** Where clauses: of the clicks that a filter finds, only some. */

const and = (where: Fragment, condition: Fragment): Fragment => join([where, condition], ch` and `)

/** Those of these links; of all where none are named. */
export const amongLinks = (where: Fragment, ids: readonly string[] | null): Fragment =>
  ids === null ? where : and(where, ch`link_id in (select arrayJoin(${uuids(ids)}))`)

/** Those with any UTM parameter. */
export const tagged = (where: Fragment): Fragment => and(where, isTagged)

/** Those that came with a referrer. */
export const referred = (where: Fragment): Fragment => and(where, ch`${column('referrer_domain')} != ''`)

/** Those that are scans: of one QR code where one is named. */
export const scansOf = (where: Fragment, codeId?: string): Fragment =>
  and(where, codeId === undefined ? ch`qr_code_id != ${uuid(noId)}` : ch`qr_code_id = ${uuid(codeId)}`)

/** Where clauses of their own: clicks of people and unknown clients, whatever the filters. */

export const clicksOfExperiments = (accountId: string, tests: readonly { id: string; link_id: string }[]) => ch`
  account_id = ${uuid(accountId)} and link_id in ${uuids(tests.map(({ link_id }) => link_id))}
  and test_id in ${uuids(tests.map(({ id }) => id))} and traffic != 'bot'`

export const clicksOfLinksSince = (accountId: string, linkIds: readonly string[], since: number) => ch`
  account_id = ${uuid(accountId)} and link_id in ${uuids(linkIds)} and traffic != 'bot' and clicked_at > ${instant(since)}`

/** By the quarters of an hour that are counted already. */
export const clicksThisMonth = (accountId: string) => ch`
  account_id = ${uuid(accountId)} and toStartOfFifteenMinutes(clicked_at) >= toStartOfMonth(now('UTC')) and traffic != 'bot'`
