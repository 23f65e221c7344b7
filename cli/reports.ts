import { z } from 'zod'
import { describeIssue } from '#core/issue-messages.ts'
import { findLinkAnywhere } from '#model/links/stopped-links.ts'
import { dismissReports, dismissReportsOfLink, selectOpenReports } from '#model/safety/open-reports.ts'
import type { Config } from '#runtime/config.ts'
import type { OpenReport } from '#schemas/system.ts'
import { text } from '#schemas/values.ts'
import { plain } from './explain.ts'
import { setOfLink } from './quarantine.ts'
import { withLinkStores } from './with-link-stores.ts'
import { withPostgres } from './with-postgres.ts'

const mostListed = 1_000
const quarantineOptions = z.object({ reason: text(300, 1).default('Reported by visitors') })

export async function listReports(config: Config, { json = false }: { json?: boolean }): Promise<void> {
  const reports = await withPostgres(config, (sql) => selectOpenReports(sql, config, mostListed))
  if (json) process.stdout.write(`${JSON.stringify(reports)}\n`)
  else for (const report of reports) process.stdout.write(`${describe(report)}\n`)
}

function describe({
  id,
  short_url,
  destination,
  count,
  reasons,
  notes,
  reported_at,
  is_quarantined,
  is_deleted,
}: OpenReport): string {
  const parts = [id, reported_at, short_url, destination ?? '', `${count} x ${reasons.join(', ')}`, ...notes]
  const marks = [is_quarantined ? '(in quarantine)' : '', is_deleted ? '(deleted)' : '']
  return plain([...parts, ...marks].filter((part) => part !== '').join('  '))
}

/** Dismisses all open reports of a link, or those of an entry of the list. */
export async function dismiss(config: Config, which: string): Promise<void> {
  const count = await withPostgres(config, async (sql) => {
    const link = await findLinkAnywhere(sql, which)
    if (link !== undefined) return await dismissReportsOfLink(sql, link.id)
    return z.uuid().safeParse(which).success ? await dismissReports(sql, which) : 0
  })
  if (count === 0) throw new Error('No open reports. Enter a short URL, or an ID from waymark reports list.')
  process.stdout.write(`Dismissed reports: ${count}\n`)
}

export async function quarantineReported(config: Config, which: string, given: unknown): Promise<void> {
  const { reason } = quarantineOptions.parse(given, { error: describeIssue })
  await withLinkStores(config, async (stores) => {
    const link = await setOfLink(stores, which, reason)
    if (link === undefined) throw new Error('Link not found. Enter a short URL or the ID of a link.')
    const count = await dismissReportsOfLink(stores.sql, link.id)
    process.stdout.write(`The link is in quarantine. Dismissed reports: ${count}\n`)
  })
}
