import { invalidField } from '#core/api-error.ts'
import type { Config } from '#runtime/config.ts'
import type { Sql } from '#runtime/postgres.ts'
import { leadsToOurselves } from './own-host.ts'

type Addresses = Pick<Config, 'BASE_DOMAIN' | 'REDIRECT_PORT'>

interface Asking {
  sql: Sql
  config: Addresses
  account_id: string
  /** A host that is about to be served. */
  host?: string
}

const addressFields = ['url', 'expired_url', 'ios_url', 'android_url', 'root_redirect_url', 'not_found_url'] as const
type AddressFields = { [Name in (typeof addressFields)[number]]?: string | null | undefined }

/** Refuses a destination that would bring the visitor back to our redirector: it could lead round in circles. */
export async function refuseLoops(asking: Asking, given: AddressFields): Promise<void> {
  const addresses = addressFields.flatMap((field) => {
    const address = given[field]
    return typeof address === 'string' ? [{ field, address }] : []
  })
  await refuseLoopsAmong(asking, addresses)
}

export async function refuseLoopsAmong(
  asking: Asking,
  given: readonly { field: string; address: string }[],
): Promise<void> {
  const addresses = given.map((one) => ({ ...one, host: hostOf(one.address) }))
  const served = await selectServed(
    asking,
    addresses.filter(({ address }) => isOwnPort(address, asking.config)),
  )
  const loop = addresses.find(
    ({ address, host }) =>
      leadsToOurselves(address, asking.config) || (isOwnPort(address, asking.config) && served.has(host)),
  )
  if (loop !== undefined) throw invalidField(loop.field, 'must not lead to a short URL of this service')
}

const hostOf = (address: string): string => new URL(address).hostname.replace(/\.$/, '')

/** Branded domains have the standard ports, subdomains that of the base domain. */
function isOwnPort(address: string, { BASE_DOMAIN, REDIRECT_PORT }: Addresses): boolean {
  const { port } = new URL(address)
  return ['', '80', '443', String(REDIRECT_PORT)].includes(port) || BASE_DOMAIN.endsWith(`:${port}`)
}

/** Those on which links are served, or will be once the account has proved that it owns them. */
async function selectServed(
  { sql, account_id, host }: Asking,
  among: readonly { host: string }[],
): Promise<Set<string>> {
  if (among.length === 0) return new Set()
  const rows = await sql<{ host: string }[]>`
    select host
    from domains
    where host in ${sql([...new Set(among.map((address) => address.host))])}
    and type <> 'standard'
    and (status = 'verified' or account_id = ${account_id})`
  return new Set([...rows.map((row) => row.host), ...(host === undefined ? [] : [host])])
}
