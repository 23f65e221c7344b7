import type { Sql, Tx } from '#runtime/postgres.ts'
import type { Redis } from '#runtime/redis.ts'
import type { AppLinks } from '#schemas/app-links.ts'
import { type AppsRecord, appsKey, type BrandRecord, brandKey, type HostRecord, hostKey } from '#schemas/link-record.ts'
import { withoutStores } from '../domains/app-links.ts'
import type { LinkStores } from './apply-change.ts'
import { publishRecord, untilAnnounced } from './publish-link.ts'
import { settle } from './settle.ts'
import { takeRev } from './take-rev.ts'

interface ChangedHost {
  host: string
  /** The rev of the change, which the tombstone carries if the host serves no links now. */
  rev: number
}

const stopped = { root_redirect_url: null, not_found_url: null, expired_url: null, quarantined: true } as const

/** The current record of the domain that is served on a host, or null. Without its URLs while it is in quarantine. Use the primary. */
export async function readHost(sql: Sql | Tx, host: string): Promise<HostRecord | null> {
  const [row] = await sql<(HostRecord & { is_quarantined: boolean })[]>`
    select rev, id as domain_id, root_redirect_url, not_found_url, expired_url, quarantined_at is not null as is_quarantined
    from domains
    where host = ${host} and status = 'verified'`
  if (row === undefined) return null
  const { is_quarantined, ...record } = row
  return is_quarantined ? { ...record, ...stopped } : record
}

/** How the pages of the domain that is served on a host look, or null. Use the primary. */
export async function readBrand(sql: Sql | Tx, host: string): Promise<BrandRecord | null> {
  const [row] = await sql<(Omit<BrandRecord, 'logo'> & { logo: Buffer | null })[]>`
    select rev, brand_name as name, brand_color as color, brand_logo as logo
    from domains
    where host = ${host} and status = 'verified'`
  return row === undefined ? null : { ...row, logo: row.logo && `data:image/png;base64,${row.logo.toString('base64')}` }
}

/** The apps of the domain that is served on a host, or null. Without stores while it is in quarantine. Use the primary. */
export async function readApps(sql: Sql | Tx, host: string): Promise<AppsRecord | null> {
  const [row] = await sql<{ rev: number; app_links: AppLinks | null; is_quarantined: boolean }[]>`
    select rev, app_links, quarantined_at is not null as is_quarantined
    from domains
    where host = ${host} and status = 'verified'`
  if (row === undefined) return null
  const apps = row.app_links ?? { ios: null, android: null }
  return { rev: row.rev, ...(row.is_quarantined ? withoutStores(apps) : apps) }
}

/**
 * Applies the current state of a host in Postgres, and returns the servers that have it. Late, repeated, and reordered calls
 * are harmless.
 */
export async function publishHost(sql: Sql | Tx, redis: Redis, { host, rev }: ChangedHost): Promise<string[]> {
  const none = { rev, absent: true } as const
  return [
    await publishRecord(redis, hostKey(host), (await readHost(sql, host)) ?? none),
    await publishRecord(redis, brandKey(host), (await readBrand(sql, host)) ?? none),
    await publishRecord(redis, appsKey(host), (await readApps(sql, host)) ?? none),
  ]
}

/**
 * Runs a change of the domains of a host in a transaction that locks the host. When this returns, every redirector serves
 * the change. The change writes its rev into the row that it changes; undefined if nothing changed.
 */
export async function changeHost<Result>(
  stores: LinkStores,
  host: string,
  change: (tx: Tx, rev: number) => Promise<Result | undefined>,
): Promise<Result | undefined> {
  const done = await stores.sql.begin(async (tx) => {
    const rev = await takeRev(tx, 'host', host)
    const result = await change(tx, rev)
    if (result === undefined) return undefined
    const [debt] = await tx<{ id: number }[]>`
      insert into outbox (target, code, rev)
      values ('redis', ${host}, ${rev})
      returning id`
    return { result, rev, outboxId: debt?.id ?? null }
  })
  if (done === undefined) return undefined
  await applyHost(stores, { host, rev: done.rev }, done.outboxId)
  return done.result
}

/** A failure does not affect the caller: the row stays in the outbox and the relay applies it. */
async function applyHost(
  { sql, redis, log }: LinkStores,
  changed: ChangedHost,
  outboxId: number | null,
): Promise<void> {
  try {
    const servers = await publishHost(sql, redis, changed)
    await untilAnnounced(redis)
    if (outboxId !== null)
      await settle(sql, [{ ids: [outboxId], domain_id: null, code: changed.host, rev: changed.rev, servers }])
  } catch (error) {
    log.warn({ err: error, ...changed }, 'change of a host left to the relay')
  }
}
