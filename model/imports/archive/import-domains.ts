import { ApiError, invalidField } from '#core/api-error.ts'
import { hostWithoutPort } from '#core/visits/host.ts'
import type { Config } from '#runtime/config.ts'
import type { Tx } from '#runtime/postgres.ts'
import type { ArchiveRow } from '#schemas/archive-rows.ts'
import { asciiHost, reserveSubdomainBody } from '#schemas/domains.ts'
import { newVerificationToken, refuseUnfit } from '../../domains/new-branded-domain.ts'
import { prepareSettings } from '../../domains/prepare-settings.ts'
import { findClaims, insertDomain, isHeldForAnother, refuseTooManyDomains } from '../../domains/select-domains.ts'
import { changeHost } from '../../publish/publish-host.ts'
import type { StagedPart } from './archive-parts.ts'
import { type ArchiveRun, finishPart, Outcomes, withQueue } from './archive-run.ts'
import { chooseIds, findIds, type KnownId, recordIds } from './source-ids.ts'

type DomainRow = ArchiveRow<'domains'>

/**
 * Subdomains move to the base domain of this installation. Branded domains have to be verified again, with a new value of the
 * TXT record: the previous one is public, so that anybody could have written it into an archive.
 */
export async function importDomains(
  importing: ArchiveRun,
  part: Extract<StagedPart, { kind: 'domains' }>,
): Promise<void> {
  const { stores, run } = importing
  const outcomes = new Outcomes(part)
  const known: KnownId[] = []
  for (const [index, row] of part.rows.entries()) {
    const found = await importDomain(importing, row)
    known.push({ source_id: row.id, target_id: found.id ?? run.domain_id, is_new: found.isNew })
    if (found.isNew) outcomes.add(index, 'created')
    else outcomes.add(index, 'skipped', { message: `${row.host}: ${found.message}` })
  }
  await stores.sql.begin(async (tx) => {
    await recordIds(tx, run, 'domains', known)
    await finishPart(tx, run, part, outcomes)
  })
}

interface FoundDomain {
  /** undefined: its links are created on the domain of the import. */
  id?: string
  isNew: boolean
  message: string
}

async function importDomain(importing: ArchiveRun, row: DomainRow): Promise<FoundDomain> {
  const { stores, run } = importing
  try {
    const host = hostHere(row, stores.config)
    const own = await findOwnHost(importing, host)
    if (own !== undefined) return { id: own, isNew: false, message: 'The account has the domain already.' }
    return { id: await createDomain(importing, row, host), isNew: true, message: '' }
  } catch (error) {
    // Without a worker, a brand cannot be drawn. The import continues later.
    if (!(error instanceof ApiError) || error.code === 'SERVICE_UNAVAILABLE') throw error
    const where = run.domain_id === null ? '' : ' Its links are created on the domain of the import.'
    return { isNew: false, message: `${error.message}${where}` }
  }
}

/** The name of a domain in this installation. Throws ApiError if it cannot have one. */
export function hostHere({ type, host }: Pick<DomainRow, 'type' | 'host'>, config: Config): string {
  if (type === 'branded') {
    refuseUnfit(host, config)
    if (asciiHost(host) !== host) throw invalidField('domain', 'This is not a hostname.')
    return host
  }
  const name = reserveSubdomainBody.shape.subdomain.safeParse(host.slice(0, host.indexOf('.')))
  const here = `${name.data}.${hostWithoutPort(config.BASE_DOMAIN)}`
  if (!name.success || new URL(config.BASE_URL).hostname === here || asciiHost(here) === null)
    throw invalidField('domain', 'The subdomain is reserved here.')
  return here
}

async function findOwnHost({ stores: { sql }, run }: ArchiveRun, host: string): Promise<string | undefined> {
  const [row] = await sql<{ id: string }[]>`
    select id
    from domains
    where account_id = ${run.account_id} and host = ${host}`
  return row?.id
}

async function createDomain({ stores, run }: ArchiveRun, row: DomainRow, host: string): Promise<string> {
  const { sql } = stores
  const { account_id } = run
  const { root_redirect_url, not_found_url, expired_url, is_default, created_at } = row
  const urls = { root_redirect_url, not_found_url, expired_url }
  const logo = (await findIds(sql, run, 'qr_assets', [row.brand_logo_id])).get(row.brand_logo_id ?? '')?.id ?? null
  const hasBrand = row.brand_name !== null || row.brand_color !== null || logo !== null
  const brand = hasBrand ? { name: row.brand_name, color: row.brand_color, logo_asset_id: logo } : null
  const given = { ...urls, brand: brand ?? undefined, app_links: row.app_links ?? undefined }
  const settings = await prepareSettings(withQueue(stores), { account_id, host }, given)
  const created = await changeHost(stores, host, async (tx, rev) => {
    await refuseTooManyDomains(tx, account_id)
    await refuseClaimed(tx, { account_id, type: row.type, host })
    const { id } = (await chooseIds(tx, run, 'domains', [row.id])).get(row.id) ?? row
    const token = row.type === 'branded' ? { verification_token: newVerificationToken() } : {}
    const inserted = await insertDomain(tx, { id, account_id, host, rev, settings, ...token })
    if (inserted === undefined) throw new ApiError('CONFLICT', 'The domain is taken.')
    await tx`
      update domains
      set created_at = ${created_at}, is_default = ${is_default} and not exists (
        select from domains as other where other.account_id = ${account_id} and other.is_default)
      where id = ${id}`
    return id
  })
  if (created === undefined) throw new ApiError('CONFLICT', 'The domain is taken.')
  return created
}

async function refuseClaimed(
  tx: Tx,
  { account_id, type, host }: { account_id: string; type: DomainRow['type']; host: string },
): Promise<void> {
  const { is_served } = await findClaims(tx, account_id, host)
  if (is_served || (type === 'subdomain' && (await isHeldForAnother(tx, account_id, host))))
    throw new ApiError('CONFLICT', 'Another account uses the domain.')
}
