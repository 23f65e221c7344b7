import { invalidField } from '#core/api-error.ts'
import type { Config } from '#runtime/config.ts'
import type { Sql } from '#runtime/postgres.ts'
import { leadsToOurselves } from './own-host.ts'

type Site = Pick<Config, 'BASE_DOMAIN' | 'REDIRECT_PORT'>

interface Asking {
  sql: Sql
  config: Site
  account_id: string
  /** A host that will be served. */
  host?: string
}

const urlFields = ['url', 'expired_url', 'ios_url', 'android_url', 'root_redirect_url', 'not_found_url'] as const
type UrlFields = { [Name in (typeof urlFields)[number]]?: string | null | undefined }

/** Refuses a destination on a host of this installation, which could cause a redirect loop. */
export async function refuseLoops(asking: Asking, given: UrlFields): Promise<void> {
  const urls = urlFields.flatMap((field) => {
    const url = given[field]
    return typeof url === 'string' ? [{ field, url }] : []
  })
  await refuseLoopsAmong(asking, urls)
}

export async function refuseLoopsAmong(
  asking: Asking,
  given: readonly { field: string; url: string }[],
): Promise<void> {
  const urls = given.map((one) => ({ ...one, host: hostOf(one.url) }))
  const served = await selectServed(
    asking,
    urls.filter(({ url }) => isOwnPort(url, asking.config)),
  )
  const loop = urls.find(
    ({ url, host }) => leadsToOurselves(url, asking.config) || (isOwnPort(url, asking.config) && served.has(host)),
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
  { sql, account_id, host }: Asking,
  among: readonly { host: string }[],
): Promise<Set<string>> {
  if (among.length === 0) return new Set()
  const rows = await sql<{ host: string }[]>`
    select host
    from domains
    where host in ${sql([...new Set(among.map((url) => url.host))])}
    and type <> 'standard'
    and (status = 'verified' or account_id = ${account_id})`
  return new Set([...rows.map((row) => row.host), ...(host === undefined ? [] : [host])])
}
