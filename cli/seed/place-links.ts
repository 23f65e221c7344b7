import { hostWithoutPort } from '#core/visits/host.ts'
import { insertCampaign } from '#model/campaigns/campaigns.ts'
import { ensureBaseDomain } from '#model/domains/ensure-base-domain.ts'
import { insertDomain } from '#model/domains/select-domains.ts'
import { createLink } from '#model/links/create-link.ts'
import type { LinkDomain } from '#model/links/describe-link.ts'
import { changeHost } from '#model/publish/publish-host.ts'
import type { Sql } from '#runtime/postgres.ts'
import { uuidv7 } from '#runtime/uuid.ts'
import type { UrlType } from '#schemas/links.ts'
import { parseUrl } from '#schemas/parse-url.ts'
import type { PlacedLink } from './draw-clicks.ts'
import { campaigns, type SeedLink, seedLinks } from './link-catalog.ts'
import { placeQrCode } from './place-qr-code.ts'
import type { SeedStores } from './seed-stores.ts'

export interface SeedPlace {
  account_id: string
  seed: number
  /** Start and end of the period in Unix milliseconds. */
  start: number
  end: number
}

/** Creates the catalog's campaigns, domains, links, and QR codes. Those from an earlier run are reused. */
export async function placeLinks(
  stores: SeedStores,
  place: SeedPlace,
): Promise<{ links: PlacedLink[]; base_domain_id: string }> {
  const campaignIds = await placeCampaigns(stores.sql, place)
  const domains = await placeDomains(stores, place)
  const links: PlacedLink[] = []
  for (const link of seedLinks) {
    const domain = domains[link.url_type]
    const id = await placeLink(stores, place, link, {
      domain,
      campaign_id: campaignIds.get(link.campaign ?? '') ?? null,
    })
    const qr_code_id =
      link.scans > 0
        ? await placeQrCode(stores, place.account_id, { link, id, domain, alias: aliasOf(place, link) })
        : null
    links.push({ ...link, id, qr_code_id })
  }
  return { links, base_domain_id: domains.standard.id }
}

async function placeCampaigns(sql: Sql, { account_id, start, end }: SeedPlace): Promise<Map<string, string>> {
  const ids = new Map<string, string>()
  const at = (part: number) => new Date(start + part * (end - start)).toISOString()
  for (const { name, description, tags, from, to } of campaigns) {
    const body = { name, description, tags, start_date: new Date(at(from)), end_date: new Date(at(to)) }
    await insertCampaign(sql, account_id, body)
    const [row] = await sql<{ id: string }[]>`
      select id from campaigns where account_id = ${account_id} and name = ${name}`
    if (row !== undefined) ids.set(name, row.id)
  }
  return ids
}

async function placeDomains(stores: SeedStores, place: SeedPlace): Promise<Record<UrlType, LinkDomain>> {
  const { sql, config } = stores
  const base = { id: await ensureBaseDomain(sql, config), type: 'standard', host: config.BASE_DOMAIN } as const
  // Each account has separate hosts, so that several accounts can use the same seed.
  const name = `demo-${place.seed}-${place.account_id.slice(-6)}`
  const host = `${name}.${hostWithoutPort(config.BASE_DOMAIN)}`
  // An IP address has no subdomains.
  const subdomain = parseUrl(`http://${host}`) === null ? base : await placeSubdomain(stores, place, host)
  return { standard: base, subdomain, branded: await placeBranded(stores, place, `${name}.example`) }
}

async function placeSubdomain(stores: SeedStores, { account_id }: SeedPlace, host: string): Promise<LinkDomain> {
  await changeHost(stores, host, (tx, rev) => insertDomain(tx, { account_id, host, rev, settings: {} }))
  return await findDomain(stores.sql, account_id, { type: 'subdomain', host })
}

/** Inserted as verified, because nobody can own a name under .example. */
async function placeBranded(stores: SeedStores, { account_id }: SeedPlace, host: string): Promise<LinkDomain> {
  await changeHost(stores, host, async (tx, rev) => {
    const [row] = await tx`
      insert into domains (id, account_id, type, host, rev, status, verified_at)
      values (${uuidv7()}, ${account_id}, 'branded', ${host}, ${rev}, 'verified', now())
      on conflict do nothing
      returning id`
    return row
  })
  return await findDomain(stores.sql, account_id, { type: 'branded', host })
}

async function findDomain(sql: Sql, accountId: string, domain: Omit<LinkDomain, 'id'>): Promise<LinkDomain> {
  const [row] = await sql<{ id: string }[]>`
    select id
    from domains
    where host = ${domain.host} and account_id = ${accountId}`
  if (row === undefined) throw new Error(`The domain ${domain.host} belongs to another account.`)
  return { id: row.id, ...domain }
}

interface Where {
  domain: LinkDomain
  campaign_id: string | null
}

async function placeLink(stores: SeedStores, place: SeedPlace, link: SeedLink, where: Where): Promise<string> {
  const { account_id, start, end } = place
  const { domain, campaign_id } = where
  const alias = aliasOf(place, link)
  const { url, name, settings } = link
  const outcome = await createLink(stores, { account_id, domain, alias, url, name, campaign_id, ...settings })
  if (outcome.kind === 'created') {
    const made = new Date(start + link.from * (end - start))
    await stores.sql`update links set created_at = ${made} where id = ${outcome.link.id}`
    return outcome.link.id
  }
  const [row] = await stores.sql<{ id: string }[]>`
    select id from links where account_id = ${account_id} and domain_id = ${domain.id} and code = ${alias}`
  if (row === undefined) throw new Error(`The slug ${alias} belongs to another account.`)
  return row.id
}

export const aliasOf = ({ account_id, seed }: SeedPlace, { slug }: SeedLink) =>
  `${slug}-${seed}-${account_id.slice(-6)}`
