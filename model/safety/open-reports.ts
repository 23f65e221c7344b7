import type { Sql, Tx } from '#runtime/postgres.ts'
import type { OpenReport } from '#schemas/system.ts'
import { type LinkDomain, type Site, shortUrlOf } from '../links/describe-link.ts'
import { idsOf } from '../rows.ts'

interface FoundReport extends Omit<OpenReport, 'short_url' | 'reported_at'> {
  code: string | null
  domain: LinkDomain
  reported_at: Date
}

/** Reports that wait for the operator, with the most reported links first. Reports of one link are one entry. */
export async function selectOpenReports(sql: Sql, site: Site, limit: number): Promise<OpenReport[]> {
  const rows = await sql<FoundReport[]>`
    select (array_agg(reports.id order by reports.id desc))[1] as id, reports.account_id, reports.link_id, reports.kind,
      count(*) as count, array_agg(distinct reports.reason) as reasons,
      coalesce(array_agg(distinct reports.note) filter (where reports.note is not null), '{}') as notes,
      max(reports.reported_at) as reported_at, links.code, links.url as destination,
      links.quarantined_at is not null as is_quarantined,
      json_build_object('id', domains.id, 'type', domains.type, 'host', domains.host) as domain
    from safety_reports as reports
    left join links on links.id = reports.link_id
    join domains on domains.id = coalesce(links.domain_id, reports.domain_id)
    where reports.dismissed_at is null
    group by reports.account_id, reports.link_id, reports.kind, links.id, domains.id
    order by count(*) desc, max(reports.reported_at) desc, 1
    limit ${limit}`
  return rows.map(({ code, domain, reported_at, ...row }) => ({
    ...row,
    short_url: code === null ? domain.host : shortUrlOf(site, domain, code),
    reported_at: reported_at.toISOString(),
  }))
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
