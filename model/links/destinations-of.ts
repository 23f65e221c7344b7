import { isAppUrl } from '#schemas/app-url.ts'
import { destinationsOfRules } from './link-rules.ts'
import { destinationsOfSchedules } from './link-schedules.ts'

const urlFields = [
  ...(['url', 'expired_url', 'ios_url', 'android_url', 'fallback_url'] as const),
  ...(['root_redirect_url', 'not_found_url'] as const),
] as const
export type UrlFields = { [Name in (typeof urlFields)[number]]?: string | null | undefined } & {
  targeting_rules?: readonly { destination_url: string }[] | undefined
  schedules?: Parameters<typeof destinationsOfSchedules>[0] | undefined
}

export interface Destination {
  field: string
  url: string
}

/** Every URL to which visits can be redirected, with the field that names it. URLs of apps have no host. */
export const destinationsOf = (given: UrlFields): Destination[] => [
  ...urlFields.flatMap((field) => {
    const url = given[field]
    return typeof url === 'string' && !isAppUrl(url) ? [{ field, url }] : []
  }),
  ...destinationsOfRules(given.targeting_rules ?? []),
  ...destinationsOfSchedules(given.schedules ?? []).filter(({ url }) => !isAppUrl(url)),
]
