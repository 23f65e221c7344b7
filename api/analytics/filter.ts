import { ch, type Fragment, instant, join, text, uuid } from '#runtime/ch-tag.ts'
import type { Choice, FilterQuery } from '#schemas/analytics.ts'
import { unknownName } from '#schemas/breakdowns.ts'
import { compileChoice, type LinkFilterName, type Scope, selectLinks } from './link-filter.ts'
import { endOf, type Period } from './period.ts'

type ChoiceName = { [Name in keyof FilterQuery]-?: Choice extends FilterQuery[Name] ? Name : never }[keyof FilterQuery]

/**
 * The column of each filter, in lower case as the values are; codes and device types are stored so. Columns are named with
 * their table, since an alias of the statement (any(country) as country) would stand for a bare name.
 */
const columns: Record<Exclude<ChoiceName, LinkFilterName>, Fragment> = {
  country: ch`lowerUTF8(clicks.country)`,
  countryCode: ch`clicks.country_code`,
  region: ch`lowerUTF8(clicks.region)`,
  city: ch`lowerUTF8(clicks.city)`,
  deviceType: ch`clicks.device_type`,
  browser: ch`lowerUTF8(if(clicks.browser = '', ${text(unknownName)}, clicks.browser))`,
  os: ch`lowerUTF8(if(clicks.os = '', ${text(unknownName)}, clicks.os))`,
  utmSource: ch`lowerUTF8(clicks.utm_source)`,
  utmMedium: ch`lowerUTF8(clicks.utm_medium)`,
  utmCampaign: ch`lowerUTF8(clicks.utm_campaign)`,
  utmTerm: ch`lowerUTF8(clicks.utm_term)`,
  utmContent: ch`lowerUTF8(clicks.utm_content)`,
  referrer: ch`lowerUTF8(clicks.referrer)`,
  referrerDomain: ch`lowerUTF8(clicks.referrer_domain)`,
}

const populations: Record<FilterQuery['traffic'], Fragment[]> = {
  default: [ch`clicks.traffic != 'bot'`],
  human: [ch`clicks.traffic = 'human'`],
  bot: [ch`clicks.traffic = 'bot'`],
  all: [],
}

/** As the projection of quarters.ts has it: with != the server would not find it. */
const hasNoCode = ch`clicks.qr_code_id = toUUID('00000000-0000-0000-0000-000000000000')`
const triggers: Record<FilterQuery['trigger'], Fragment[]> = {
  all: [],
  link: [hasNoCode],
  qr: [ch`not (${hasNoCode})`],
}

/** The where clause of every analytics query: scope, period and the filter set F. */
export function compileFilter(scope: Scope, period: Period, query: FilterQuery): Fragment {
  const { account_id, link_id } = scope
  const links = selectLinks(scope, query)
  const names = Object.keys(columns) as (keyof typeof columns)[]
  return join(
    [
      ch`clicks.account_id = ${uuid(account_id)}`,
      ...(link_id === undefined ? [] : [ch`clicks.link_id = ${uuid(link_id)}`]),
      ...(period.from === null ? [] : [ch`clicks.clicked_at >= ${instant(period.from)}`]),
      ch`clicks.clicked_at < ${instant(endOf(period))}`,
      ...populations[query.traffic],
      ...triggers[query.trigger],
      ...(links === null ? [] : [ch`clicks.link_id in (${links})`]),
      ...names.flatMap((name) => compileChoice(columns[name], query[name])),
    ],
    ch` and `,
  )
}

/** Scope and filters without the period where quarters() understands them; null where they ask for links, or how a click was. */
export function compileCounted(scope: Scope, query: FilterQuery): Fragment | null {
  const choosesLinks = scope.link_id !== undefined || selectLinks(scope, query) !== null
  if (choosesLinks || choosesByColumn(query)) return null
  const { account_id } = scope
  return join(
    [ch`clicks.account_id = ${uuid(account_id)}`, ...populations[query.traffic], ...triggers[query.trigger]],
    ch` and `,
  )
}

/** Does a query ask for some clicks only, by when or how they were, and not just for the clicks of some links? */
export function choosesClicks(query: FilterQuery, period: Period, now: number): boolean {
  return (
    period.from !== null ||
    period.to !== now ||
    query.traffic !== 'default' ||
    query.trigger !== 'all' ||
    choosesByColumn(query)
  )
}

function choosesByColumn(query: FilterQuery): boolean {
  const names = Object.keys(columns) as (keyof typeof columns)[]
  return names.some((name) => compileChoice(columns[name], query[name]).length > 0)
}
