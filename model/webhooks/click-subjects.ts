import type { Tx } from '#runtime/postgres.ts'
import { type ClickRow, noId } from '#schemas/clicks.ts'
import type { EventData } from '#schemas/events.ts'
import { type LinkDomain, type Site, shortUrlOf } from '../links/describe-link.ts'

export interface SubjectLink {
  short_code: string
  short_url: string
  name: string | null
  campaign_id: string | null
  tags: string[]
}

type SubjectCode = EventData<'qr.scanned'>['qr_code']

/** The current links and codes for messages about their clicks. */
export interface ClickSubjects {
  links: ReadonlyMap<string, SubjectLink>
  codes: ReadonlyMap<string, SubjectCode>
}

export async function readClickSubjects(tx: Tx, site: Site, rows: readonly ClickRow[]): Promise<ClickSubjects> {
  const linkIds = new Set(rows.map(({ link_id }) => link_id))
  const codeIds = new Set(rows.map(({ qr_code_id }) => qr_code_id))
  codeIds.delete(noId)
  return {
    links: await readLinks(tx, site, [...linkIds]),
    codes: codeIds.size === 0 ? new Map() : await readCodes(tx, [...codeIds]),
  }
}

async function readLinks(tx: Tx, site: Site, ids: string[]): Promise<ClickSubjects['links']> {
  const rows = await tx<(Omit<SubjectLink, 'short_url'> & { id: string; domain: Pick<LinkDomain, 'type' | 'host'> })[]>`
    select links.id, links.code as short_code, links.name, links.campaign_id, links.tags,
      json_build_object('type', domains.type, 'host', domains.host) as domain
    from links
    join domains on domains.id = links.domain_id
    where links.id = any(${ids}::uuid[])`
  return new Map(
    rows.map(({ id, domain, ...link }) => [id, { ...link, short_url: shortUrlOf(site, domain, link.short_code) }]),
  )
}

async function readCodes(tx: Tx, ids: string[]): Promise<ClickSubjects['codes']> {
  const rows = await tx<(Omit<SubjectCode, 'name'> & { name: string | null })[]>`
    select id, name, content_type, campaign_id, tags
    from qr_codes
    where id = any(${ids}::uuid[])`
  return new Map(rows.map(({ name, ...code }) => [code.id, { ...code, ...(name !== null && { name }) }]))
}
