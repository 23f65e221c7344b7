import { setTimeout as sleep } from 'node:timers/promises'
import { hashOf, originOf, pageOf } from '#core/destinations/destination-url.ts'
import type { DestinationCard, SiteIcon } from '#schemas/destinations.ts'
import type { JobOf } from '#schemas/queues.ts'
import type { RequestCounter } from '../limits/request-counter.ts'
import type { Stores } from '../stores.ts'
import { type DestinationRow, selectDestination, selectSites } from './destination-rows.ts'

type Asking = Pick<Stores, 'sql' | 'destinationQueue' | 'config'> & { requestCounter: RequestCounter }

/** How long a caller waits for a page. Then it asks again. */
const waitMs = 2_500
const pollMs = 100
/** Limit of waiting jobs. Later ones would not be done in time. */
const longestQueue = 500
/** New pages and sites that are read for one account, per minute. */
const mostPerMinute = { page: 30, site: 120 } as const
const minuteMs = 60_000

const unread: DestinationRow = { is_found: false, title: null, description: null, site_name: null, picture: null }

/** The card of a page. A worker reads the page if it is not known, or was read long ago. */
export async function askDestination(
  asking: Asking,
  { account_id, url: asked, signal }: { account_id: string; url: string; signal: AbortSignal },
): Promise<Omit<DestinationCard, 'imitates'>> {
  const url = pageOf(asked)
  if (asking.config.DESTINATION_CARDS === 'off') return describe(true, unread, null)
  const isAsked = async () => await addJob(asking, { task: 'page', url, account_id }, url)
  const row = (await selectDestination(asking.sql, url)) ?? ((await isAsked()) && (await waitFor(asking, url, signal)))
  const sites = await selectSites(asking.sql, [originOf(url)])
  return describe(row !== false && row !== undefined, row || unread, sites.get(originOf(url)) ?? null)
}

async function waitFor({ sql }: Asking, url: string, signal: AbortSignal): Promise<DestinationRow | undefined> {
  for (const until = Date.now() + waitMs; Date.now() < until && !signal.aborted; ) {
    await sleep(pollMs)
    const row = await selectDestination(sql, url)
    if (row !== undefined) return row
  }
  return undefined
}

/** The icons of sites that were read. A worker reads the others; they are in the reply of a later request. */
export async function askSiteIcons(
  asking: Asking,
  { account_id, origins }: { account_id: string; origins: readonly string[] },
): Promise<SiteIcon[]> {
  if (asking.config.DESTINATION_CARDS === 'off') return origins.map((origin) => ({ origin, icon: null }))
  const known = await selectSites(asking.sql, origins)
  for (const origin of origins) {
    if (known.has(origin)) continue
    if (!(await addJob(asking, { task: 'site', origin, account_id }, origin))) break
  }
  return [...known].map(([origin, icon]) => ({ origin, icon: asDataUrl(icon) }))
}

/** False beyond a limit, and while Redis is unavailable: previews are never worth an error. */
async function addJob(
  { destinationQueue, requestCounter, config }: Asking,
  job: JobOf<'destinations'>,
  subject: string,
): Promise<boolean> {
  const key = `rate:{${job.account_id}}:destinations:${job.task}`
  const limit = mostPerMinute[job.task] * (config.RATE_LIMIT_FACTOR || 1)
  try {
    const { waiting = 0 } = await destinationQueue.counts()
    if (waiting >= longestQueue) return false
    const { isAllowed } = await requestCounter.take([{ key, limit, windowMs: minuteMs }])
    if (isAllowed) await destinationQueue.add(job, `${job.task}-${hashOf(subject).toString('hex')}`)
    return isAllowed
  } catch {
    return false
  }
}

const describe = (is_read: boolean, { is_found: _, picture, ...texts }: DestinationRow, icon: Buffer | null) => ({
  is_read,
  ...texts,
  icon: asDataUrl(icon),
  picture: asDataUrl(picture),
})

const asDataUrl = (image: Buffer | null): string | null =>
  image === null ? null : `data:image/webp;base64,${image.toString('base64')}`
