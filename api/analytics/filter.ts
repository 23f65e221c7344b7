import { ch, type Fragment, instant, join, text, uuid } from '#runtime/ch-tag.ts'
import type { Choice, FilterQuery } from '#schemas/analytics.ts'
import { unknownName } from '#schemas/breakdowns.ts'
import { compileChoice, type LinkFilterName, type Scope, selectLinks } from './link-filter.ts'
import type { Period } from './period.ts'

type ChoiceName = { [Name in keyof FilterQuery]-?: Choice extends FilterQuery[Name] ? Name : never }[keyof FilterQuery]

/** The column of each filter, in lower case as the values are; codes and device types are stored so. */
const columns: Record<Exclude<ChoiceName, LinkFilterName>, Fragment> = {
  country: ch`lowerUTF8(country)`,
  countryCode: ch`country_code`,
  region: ch`lowerUTF8(region)`,
  city: ch`lowerUTF8(city)`,
  deviceType: ch`device_type`,
  browser: ch`lowerUTF8(if(browser = '', ${text(unknownName)}, browser))`,
  os: ch`lowerUTF8(if(os = '', ${text(unknownName)}, os))`,
  utmSource: ch`lowerUTF8(utm_source)`,
  utmMedium: ch`lowerUTF8(utm_medium)`,
  utmCampaign: ch`lowerUTF8(utm_campaign)`,
  utmTerm: ch`lowerUTF8(utm_term)`,
  utmContent: ch`lowerUTF8(utm_content)`,
  referrer: ch`lowerUTF8(referrer)`,
  referrerDomain: ch`lowerUTF8(referrer_domain)`,
}

const populations: Record<FilterQuery['traffic'], Fragment[]> = {
  default: [ch`traffic != 'bot'`],
  human: [ch`traffic = 'human'`],
  bot: [ch`traffic = 'bot'`],
  all: [],
}

const triggers: Record<FilterQuery['trigger'], Fragment[]> = {
  all: [],
  link: [ch`qr_code_id = toUUID('00000000-0000-0000-0000-000000000000')`],
  qr: [ch`qr_code_id != toUUID('00000000-0000-0000-0000-000000000000')`],
}

/** The where clause of every analytics query: scope, period and the filter set F. */
export function compileFilter(scope: Scope, period: Period, query: FilterQuery): Fragment {
  const { account_id, link_id } = scope
  const links = selectLinks(scope, query)
  const names = Object.keys(columns) as (keyof typeof columns)[]
  return join(
    [
      ch`account_id = ${uuid(account_id)}`,
      ...(link_id === undefined ? [] : [ch`link_id = ${uuid(link_id)}`]),
      ...(period.from === null ? [] : [ch`clicked_at >= ${instant(period.from)}`]),
      ch`clicked_at < ${instant(period.to)}`,
      ...populations[query.traffic],
      ...triggers[query.trigger],
      ...(links === null ? [] : [ch`link_id in (${links})`]),
      ...names.flatMap((name) => compileChoice(columns[name], query[name])),
    ],
    ch` and `,
  )
}
