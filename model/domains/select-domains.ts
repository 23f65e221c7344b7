import { ApiError, demand } from '#core/api-error.ts'
import { givenFields } from '#core/fields.ts'
import type { Sql, Tx } from '#runtime/postgres.ts'
import { uuidv7 } from '#runtime/uuid.ts'
import { heldDays, mostDomains } from '#schemas/account-limits.ts'
import type { DomainSettings } from '#schemas/domains.ts'
import { lockAccount } from '../accounts/accounts.ts'
import { domainsWithin, type Reach, refuseOutside } from '../accounts/reach.ts'
import { countRows, hasRows, type Page, theRow } from '../rows.ts'
import { bindApps } from './app-links.ts'
import type { BrandChange } from './brand.ts'
import { type DomainRow, domainColumns } from './domain-row.ts'

/** Settings as columns. */
export type StoredSettings = Omit<DomainSettings, 'brand' | 'app_links'> &
  Partial<BrandChange & Pick<DomainRow, 'app_links'>>

interface NewDomain {
  /** Default: a new one. */
  id?: string
  account_id: string
  host: string
  rev: number
  settings: StoredSettings
  /** Only for a branded domain. A subdomain of the base domain needs no verification. */
  verification_token?: string
}

/** Locks the account until the transaction ends, so that domains that are added at the same time count. */
export async function refuseTooManyDomains(tx: Tx, accountId: string): Promise<void> {
  await lockAccount(tx, accountId)
  if ((await countRows(tx, tx`domains where account_id = ${accountId}`)) < mostDomains) return
  throw new ApiError('CONFLICT', `An account can have at most ${mostDomains} domains. Delete one first.`)
}

/** The first check of a branded domain is a minute later. undefined if the host is taken. */
export async function insertDomain(tx: Tx, { id = uuidv7(), ...input }: NewDomain) {
  const { account_id, host, rev, settings, verification_token } = input
  const { root_redirect_url = null, not_found_url = null, expired_url = null } = settings
  const { brand_name = null, brand_color = null, brand_logo_id = null, brand_logo = null } = settings
  const app_links = bindApps(tx, settings.app_links ?? null)
  const state =
    verification_token === undefined
      ? tx`'subdomain', 'verified', now(), null, null`
      : tx`'branded', 'pending', null, ${verification_token}, now() + interval '1 minute'`
  const [row] = await tx<DomainRow[]>`
    insert into domains
      (id, account_id, host, rev, type, status, verified_at, verification_token, next_check_at,
       root_redirect_url, not_found_url, expired_url, brand_name, brand_color, brand_logo_id, brand_logo, app_links)
    values
      (${id}, ${account_id}, ${host}, ${rev}, ${state}, ${root_redirect_url}, ${not_found_url}, ${expired_url},
       ${brand_name}, ${brand_color}, ${brand_logo_id}, ${brand_logo}, ${app_links})
    on conflict do nothing
    returning ${domainColumns(tx)}`
  return row
}

/** Whether an account has the host, under its lock. */
export async function findClaims(tx: Tx, accountId: string, host: string) {
  const [row] = await tx<{ is_own: boolean; is_served: boolean }[]>`
    select coalesce(bool_or(account_id = ${accountId}), false) as is_own,
      coalesce(bool_or(status = 'verified'), false) as is_served
    from domains
    where host = ${host}`
  return row ?? { is_own: false, is_served: false }
}

/** Newest first. */
export async function selectDomains(sql: Sql, reach: Reach, { limit, offset }: Page) {
  return await sql<DomainRow[]>`
    select ${domainColumns(sql)}
    from domains
    where ${domainsWithin(sql, reach)}
    order by created_at desc, id desc
    limit ${limit}
    offset ${offset}`
}

export const countDomains = (sql: Sql, reach: Reach): Promise<number> =>
  countRows(sql, sql`domains where ${domainsWithin(sql, reach)}`)

export async function selectDomain(sql: Sql | Tx, accountId: string, id: string): Promise<DomainRow | undefined> {
  const [row] = await sql<DomainRow[]>`
    select ${domainColumns(sql)}
    from domains
    where id = ${id} and account_id = ${accountId}`
  return row
}

export async function requireDomain(sql: Sql, reach: Reach, id: string): Promise<DomainRow> {
  const row = demand(await selectDomain(sql, reach.account_id, id), noSuchDomain)
  refuseOutside(reach, row.id)
  return row
}

export const noSuchDomain = () => new ApiError('NOT_FOUND', 'Domain not found.')

/** The caller holds the lock of the host. Fields that are not given do not change. */
export async function writeSettings(tx: Tx, row: DomainRow, rev: number, given: StoredSettings): Promise<DomainRow> {
  const { app_links, ...columns } = given
  const changes = givenFields({ ...columns, ...(app_links !== undefined && { app_links: bindApps(tx, app_links) }) })
  const rows = await tx<DomainRow[]>`
    update domains
    set ${tx({ ...changes, rev })}
    where id = ${row.id}
    returning ${domainColumns(tx)}`
  return theRow(rows, `domain ${row.id} vanished under the lock of its host`)
}

/** An account has at most one default domain. */
export async function markDefault(tx: Tx, accountId: string, id: string, isDefault: boolean): Promise<void> {
  await lockAccount(tx, accountId)
  await tx`
    update domains
    set is_default = false
    where account_id = ${accountId} and is_default and (id <> ${id}) = ${isDefault}`
  if (isDefault) await tx`update domains set is_default = true where id = ${id}`
}

/** Waits for links that are being created on the domain, and blocks new ones from here on. */
export async function lockToDelete(tx: Tx, id: string) {
  const [held] = await tx<Pick<DomainRow, 'quarantined_at'>[]>`
    select quarantined_at
    from domains
    where id = ${id}
    for update`
  return held && { ...held, url_count: await countRows(tx, tx`links where domain_id = ${id}`) }
}

/** A deleted subdomain stays reserved for its account, because printed codes may still lead there. */
export async function deleteDomainRow(tx: Tx, id: string): Promise<void> {
  await tx`
    with gone as (
      delete from domains
      where id = ${id}
      returning host, account_id, type
    )
    insert into released_subdomains (host, account_id)
    select host, account_id from gone where type = 'subdomain'
    on conflict (host) do update set account_id = excluded.account_id, released_at = now()`
}

/** Whether the host was a subdomain of another account until recently. The caller holds the lock of the host. */
export const isHeldForAnother = (tx: Tx, accountId: string, host: string): Promise<boolean> =>
  hasRows(
    tx,
    tx`released_subdomains
      where host = ${host} and account_id <> ${accountId}
      and released_at > now() - make_interval(days => ${heldDays})`,
  )
