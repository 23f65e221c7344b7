import { readOnce } from '#core/read-once.ts'
import type { Config } from '#runtime/config.ts'
import { poolOf, type Sql, type Tx } from '#runtime/postgres.ts'
import type { AppLinks } from '#schemas/app-links.ts'
import type { Brand } from '#schemas/domains.ts'
import type { LinkDomain } from '../links/describe-link.ts'
import { bindApps } from './app-links.ts'
import { type BrandColumns, describeBrand } from './brand.ts'
import { ensureBaseDomain } from './ensure-base-domain.ts'
import type { StoredSettings } from './select-domains.ts'

/** The id never changes, so each process asks for it once. All callers of a process have the same settings. */
const known = new WeakMap<Sql, Promise<string>>()

/** The domain of standard short URLs. */
export async function findBaseDomain(sql: Sql, config: Pick<Config, 'BASE_DOMAIN'>): Promise<LinkDomain> {
  const id = await readOnce(known, poolOf(sql), (pool) => ensureBaseDomain(pool, config))
  return { id, type: 'standard', host: config.BASE_DOMAIN }
}

export async function readBaseBrand(sql: Sql, config: Pick<Config, 'BASE_DOMAIN'>): Promise<Brand> {
  const { id } = await findBaseDomain(sql, config)
  const [row] = await sql<BrandColumns[]>`select brand_name, brand_color, brand_logo_id from domains where id = ${id}`
  return row === undefined ? null : describeBrand(row)
}

export async function readBaseApps(sql: Sql, config: Pick<Config, 'BASE_DOMAIN'>): Promise<AppLinks | null> {
  const { id } = await findBaseDomain(sql, config)
  const [row] = await sql<{ app_links: AppLinks | null }[]>`select app_links from domains where id = ${id}`
  return row?.app_links ?? null
}

/** The caller holds the lock of the host. */
export async function writeBase(
  tx: Tx,
  { id }: Pick<LinkDomain, 'id'>,
  { app_links, ...brand }: StoredSettings & { rev: number },
): Promise<true> {
  const change = { ...brand, ...(app_links !== undefined && { app_links: bindApps(tx, app_links) }) }
  await tx`
    update domains
    set ${tx(change)}
    where id = ${id}`
  return true
}
