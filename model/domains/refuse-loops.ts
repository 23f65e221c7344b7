import { invalidField } from '#core/api-error.ts'
import type { Config } from '#runtime/config.ts'
import type { Sql } from '#runtime/postgres.ts'
import { destinationsOfRules } from '../links/link-rules.ts'
import { destinationsOfSchedules } from '../links/link-schedules.ts'
import { leadsToOurselves } from './own-host.ts'

type Site = Pick<Config, 'BASE_DOMAIN' | 'REDIRECT_PORT'>

interface Asking {
  sql: Sql
  config: Site
  account_id: string
  /** A host that will be served. */
  host?: string
}

const urlFields = [
  ...(['url', 'expired_url', 'ios_url', 'android_url', 'fallback_url'] as const),
  ...(['root_redirect_url', 'not_found_url'] as const),
] as const
type UrlFields = { [Name in (typeof urlFields)[number]]?: string | null | undefined } & {
  targeting_rules?: readonly { destination_url: string }[] | undefined
  schedules?: Parameters<typeof destinationsOfSchedules>[0] | undefined
}

interface Destination {
  field: string
  url: string
}

/** Refuses a destination on a host of this installation, which could cause a redirect loop. */
export const refuseLoops = (asking: Asking, given: UrlFields): Promise<void> =>
  refuseLoopsAmong(asking, destinationsOf(given))

export async function refuseLoopsAmong(asking: Asking, given: readonly Destination[]): Promise<void> {
  refuseServed(asking.config, await selectServed(asking, given), given)
}

/** The same for many objects with one look-up of their hosts. The result refuses one of them. */
export async function loopJudge(asking: Asking, all: readonly UrlFields[]): Promise<(given: UrlFields) => void> {
  const served = await selectServed(asking, all.flatMap(destinationsOf))
  return (given) => refuseServed(asking.config, served, destinationsOf(given))
}

const destinationsOf = (given: UrlFields): Destination[] => [
  ...urlFields.flatMap((field) => {
    const url = given[field]
    return typeof url === 'string' ? [{ field, url }] : []
  }),
  ...destinationsOfRules(given.targeting_rules ?? []),
  ...destinationsOfSchedules(given.schedules ?? []),
]

function refuseServed(config: Site, served: ReadonlySet<string>, given: readonly Destination[]): void {
  const loop = given.find(
    ({ url }) => leadsToOurselves(url, config) || (isOwnPort(url, config) && served.has(hostOf(url))),
  )
  if (loop !== undefined) throw invalidField(loop.field, 'Must not be a short URL of this installation.')
}

const hostOf = (url: string): string => new URL(url).hostname.replace(/\.$/, '')

/** Branded domains use the standard ports, subdomains that of the base domain. */
function isOwnPort(url: string, { BASE_DOMAIN, REDIRECT_PORT }: Site): boolean {
  const { port } = new URL(url)
  return ['', '80', '443', String(REDIRECT_PORT)].includes(port) || BASE_DOMAIN.endsWith(`:${port}`)
}

/** Hosts on which links are served, or will be after the account verifies them. */
async function selectServed(
  { sql, config, account_id, host }: Asking,
  given: readonly Destination[],
): Promise<Set<string>> {
  const hosts = new Set(given.flatMap(({ url }) => (isOwnPort(url, config) ? [hostOf(url)] : [])))
  if (hosts.size === 0) return new Set()
  const rows = await sql<{ host: string }[]>`
    select host
    from domains
    where host = any(${[...hosts]}::text[])
    and type <> 'standard'
    and (status = 'verified' or account_id = ${account_id})`
  return new Set([...rows.map((row) => row.host), ...(host === undefined ? [] : [host])])
}
