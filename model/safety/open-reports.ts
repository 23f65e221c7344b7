import { hostWithoutPort } from '#core/visits/host.ts'
import type { Sql, Tx } from '#runtime/postgres.ts'
import type { OpenReport } from '#schemas/system.ts'
import { type LinkDomain, type Site, shortUrlOf } from '../links/describe-link.ts'
import { idsOf } from '../rows.ts'

interface FoundReport extends Omit<OpenReport, 'short_url' | 'reported_at'> {
  /** The current ones, or those at the time of the report if the link or domain is deleted. */
  code: string | null
  host: string | null
  type: LinkDomain['type'] | null
  reported_at: Date
}

/** Reports that wait for the operator, with the most reported links first. Reports of one link are one entry. */
export async function selectOpenReports(sql: Sql, site: Site, limit: number): Promise<OpenReport[]> {
  const rows = await sql<FoundReport[]>`
    select (array_agg(reports.id order by reports.id desc))[1] as id, reports.account_id, reports.link_id, reports.kind,
      count(*) as count, array_agg(distinct reports.reason) as reasons,
      coalesce(array_agg(distinct reports.note) filter (where reports.note is not null), '{}') as notes,
      max(reports.reported_at) as reported_at, links.url as destination, domains.id is null as is_deleted,
      case when reports.link_id is null then domains.quarantined_at else links.quarantined_at end is not null
        as is_quarantined,
      coalesce(links.code, max(reports.code)) as code, coalesce(domains.host, max(reports.host)) as host, domains.type
    from safety_reports as reports
    left join links on links.id = reports.link_id
    left join domains on domains.id = coalesce(links.domain_id, reports.domain_id)
    where reports.dismissed_at is null
    group by reports.account_id, reports.link_id, reports.domain_id, reports.kind, links.id, domains.id
    order by count(*) desc, max(reports.reported_at) desc, 1
    limit ${limit}`
  return rows.map(({ code, host, type, reported_at, ...row }) => ({
    ...row,
    short_url: nameOf(site, { code, host, type }) ?? row.link_id ?? row.id,
    reported_at: reported_at.toISOString(),
  }))
}

/** null if an earlier version stored the report, and the link has been deleted since. */
function nameOf(site: Site, { code, host, type }: Pick<FoundReport, 'code' | 'host' | 'type'>): string | null {
  if (host === null || code === null) return host
  return shortUrlOf(site, { type: type ?? typeOf(site, host), host }, code)
}

/** The type of a deleted domain. */
function typeOf({ BASE_DOMAIN }: Site, host: string): LinkDomain['type'] {
  const base = hostWithoutPort(BASE_DOMAIN)
  if (host === base) return 'standard'
  return host.endsWith(`.${base}`) ? 'subdomain' : 'branded'
}

/** Dismisses the entry with this report: all open reports of its link or domain. Returns their number. */
export async function dismissReports(sql: Sql | Tx, reportId: string): Promise<number> {
  const ids = await idsOf(sql`
    update safety_reports
    set dismissed_at = now()
    from safety_reports as chosen
    where chosen.id = ${reportId} and safety_reports.dismissed_at is null and safety_reports.kind = chosen.kind
    and (safety_reports.link_id = chosen.link_id or safety_reports.domain_id = chosen.domain_id)
    returning safety_reports.id`)
  return ids.length
}

export async function dismissReportsOfLink(sql: Sql | Tx, linkId: string): Promise<number> {
  const { count } = await sql`
    update safety_reports
    set dismissed_at = now()
    where link_id = ${linkId} and dismissed_at is null`
  return count
}
