import type { Sql, Tx } from '#runtime/postgres.ts'
import { violates } from '#runtime/postgres.ts'
import { uuidv7 } from '#runtime/uuid.ts'

/** Open reports of one link. More of them tell the operator nothing new. */
export const mostOfLink = 20
/** Stored reports of a kind, with dismissed ones. */
export const mostOfAll = 10_000
/** Dismissed reports are deleted after this time. */
const keptDays = 90

interface VisitorReport {
  link_id: string
  account_id: string
  reason: string
  note: string | null
  /** IP address without its last part. */
  network: string
}

/** stored: also if the network has reported the link already, or many others have. full: nothing is stored. */
export type ReportOutcome = 'stored' | 'full' | 'no-link'

/** Reports are rare, so one lock keeps their limits. */
export async function storeReport(sql: Sql, report: VisitorReport): Promise<ReportOutcome> {
  try {
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
      await tx`insert into safety_reports ${tx({ id: uuidv7(), kind: 'visitor', ...report })}`
      return 'stored'
    })
  } catch (error) {
    if (violates(error, 'safety_reports_link_id_fkey')) return 'no-link'
    throw error
  }
}

/** Dismissed look-alikes stay, or they would be found again. They are deleted with their link or domain. */
export const isPastReport = (tx: Tx) => tx`
  kind = 'visitor' and dismissed_at < now() - make_interval(days => ${keptDays})`
