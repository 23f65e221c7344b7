import type { Sql, Tx } from '#runtime/postgres.ts'
import { uuidv7 } from '#runtime/uuid.ts'

/** Open reports of one link. More of them tell the operator nothing new. */
export const mostOfLink = 20
/** Stored reports, with dismissed ones. */
export const mostOfAll = 10_000
/** Dismissed reports are deleted after this time. So are those of a deleted link or domain, counted from the report. */
const keptDays = 90

interface VisitorReport {
  link_id: string
  reason: string
  note: string | null
  /** IP address without its last part. */
  network: string
}

/** stored: also if the network has reported the link already, or many others have. full: nothing is stored. */
export type ReportOutcome = 'stored' | 'full' | 'no-link'

/** Reports are rare, so one lock keeps their limits. */
export async function storeReport(sql: Sql, report: VisitorReport): Promise<ReportOutcome> {
  return await sql.begin(async (tx) => {
    await tx`select pg_advisory_xact_lock(hashtextextended('safety reports', 0))`
    const [counts] = await tx<{ all: number; open: number; own: number }[]>`
      select (select count(*) from safety_reports where kind = 'visitor') as all,
        count(*) as open,
        count(*) filter (where network = ${report.network}) as own
      from safety_reports
      where link_id = ${report.link_id} and kind = 'visitor' and dismissed_at is null`
    if (counts === undefined || counts.own > 0 || counts.open >= mostOfLink) return 'stored'
    if (counts.all >= mostOfAll) return 'full'
    return (await insertReport(tx, report)) ? 'stored' : 'no-link'
  })
}

/** With the short URL, so that the operator sees it even if the link is deleted. False if there is no such link. */
async function insertReport(tx: Tx, { link_id, reason, note, network }: VisitorReport): Promise<boolean> {
  const { count } = await tx`
    insert into safety_reports (id, kind, account_id, link_id, host, code, reason, note, network)
    select ${uuidv7()}::uuid, 'visitor', links.account_id, links.id, domains.host, links.code, ${reason}::text,
      ${note}::text, ${network}::text
    from links
    join domains on domains.id = links.domain_id
    where links.id = ${link_id}`
  return count === 1
}

/** Dismissed look-alikes stay as long as their link or domain, or they would be found again. */
export const isPastReport = (tx: Tx) => tx`
  (kind = 'visitor' and dismissed_at < now() - make_interval(days => ${keptDays}))
  or (
    reported_at < now() - make_interval(days => ${keptDays})
    and not exists (select from links where links.id = safety_reports.link_id)
    and not exists (select from domains where domains.id = safety_reports.domain_id)
  )`
