import { invalidField } from '#core/api-error.ts'
import type { Config } from '#runtime/config.ts'
import type { Sql } from '#runtime/postgres.ts'
import { leadsToOurselves } from '../domains/own-host.ts'
import { type Destination, destinationsOf, type UrlFields } from '../links/destinations-of.ts'
import { blocklistOf } from './blocklist.ts'

type Site = Pick<Config, 'BASE_DOMAIN' | 'REDIRECT_PORT'>

interface Asking {
  sql: Sql
  config: Site
  account_id: string
  /** A host that will be served. */
  host?: string
}

/** Refuses a destination on a host of this installation, which could cause a redirect loop, or on a host of the blocklist. */
export const refuseDestinations = (asking: Asking, given: UrlFields): Promise<void> =>
  refuseDestinationsAmong(asking, destinationsOf(given))

export async function refuseDestinationsAmong(asking: Asking, given: readonly Destination[]): Promise<void> {
  const refuse = await judgeAmong(asking, given)
  refuse(given)
}

/** The same for many objects with one look-up of their hosts. The result refuses one of them. */
export async function destinationJudge(asking: Asking, all: readonly UrlFields[]): Promise<(given: UrlFields) => void> {
  const refuse = await judgeAmong(asking, all.flatMap(destinationsOf))
  return (given) => refuse(destinationsOf(given))
}

/** The same for destinations that are no fields of a link. */
export async function judgeAmong(
  asking: Asking,
  all: readonly Destination[],
): Promise<(given: readonly Destination[]) => void> {
  const served = await selectServed(asking, all)
  return (given) => {
    refuseListed(asking.config, given)
    refuseServed(asking.config, served, given)
  }
}

/** The blocklist alone, for what is no destination of a link: such as the content of a static QR code. */
export function refuseListed(config: object, given: readonly Destination[]): void {
  const blocklist = blocklistOf(config)
  for (const { field, url } of given) {
    const entry = blocklist?.find(url)
    if (entry !== undefined)
      throw invalidField(field, `Must not be on ${entry}, which the operator of this installation has blocked.`)
  }
}

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
