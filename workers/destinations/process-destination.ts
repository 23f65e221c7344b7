import { originOf } from '#core/destinations/destination-url.ts'
import { type DestinationRow, keepDestination, keepSite, selectSites } from '#model/destinations/destination-rows.ts'
import type { Sql } from '#runtime/postgres.ts'
import { within } from '#runtime/within.ts'
import type { JobOf } from '#schemas/queues.ts'
import { imagesMs, type OpenPage, openPage, pageMs, readCard, readIcon } from './read-page.ts'
import { BusyHost, type Reader } from './read-url.ts'

interface Reading {
  sql: Sql
  reader: Reader
  stopped: AbortSignal
}

const unreadable: DestinationRow = { is_found: false, title: null, description: null, site_name: null, picture: null }

/** Reads a page or the icon of a site, and stores the result, also if there is none. */
export async function processDestination(reading: Reading, job: JobOf<'destinations'>): Promise<void> {
  const { account_id } = job
  const url = job.task === 'page' ? job.url : job.origin
  const origin = originOf(url)
  const page = await tryOpen(reading, url)
  // A worker that stops knows nothing about the page.
  if (page === 'later' || reading.stopped.aborted) return
  if (job.task === 'page') {
    const card = page === null || page === 'away' ? unreadable : await describe(reading, page)
    await keepDestination(reading.sql, { account_id, url }, card)
    if ((await selectSites(reading.sql, [origin])).has(origin)) return
  }
  const icon = page === 'away' ? null : await withTime(reading, (signal) => readIcon(reading.reader, page, url, signal))
  await keepSite(reading.sql, { account_id, origin }, { is_found: icon !== null, icon })
}

/** null: the page may not be read. away: its host cannot be reached. later: too many of its pages were read. */
const tryOpen = ({ reader, stopped }: Reading, url: string): Promise<OpenPage | null | 'away' | 'later'> =>
  within(pageMs, stopped, (signal) => openPage(reader, url, signal)).catch((error: unknown) =>
    error instanceof BusyHost ? 'later' : 'away',
  )

async function describe(reading: Reading, page: OpenPage): Promise<DestinationRow> {
  const card = await withTime(reading, (signal) => readCard(reading.reader, page, signal))
  const { title = null, description = null, site_name = null } = page.head ?? {}
  return card ?? { is_found: true, title, description, site_name, picture: null }
}

/** Without its images, a page is still worth showing. */
const withTime = <Result>({ stopped }: Reading, work: (signal: AbortSignal) => Promise<Result>) =>
  within(imagesMs, stopped, work).catch(() => null)
