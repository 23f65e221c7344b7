import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { readPhishes } from '#core/safety/read-phishes.ts'
import { isUrl, mostListBytes, readHosts } from '#model/safety/blocklist.ts'
import { keepList, keepProblem, takeDueList } from '#model/safety/fetched-lists.ts'
import { repeat } from '#runtime/repeat.ts'
import { openSafeTarget, type SafeOptions } from '#runtime/safe-fetch.ts'
import { within } from '#runtime/within.ts'
import type { Parts } from '../upkeep/start-upkeep.ts'

const askEveryMs = 30_000
const fetchMs = 120_000
const mostRedirects = 3

const pack = promisify(gzip)

interface Fetching extends Pick<Parts, 'sql' | 'log'> {
  stopped: AbortSignal
  safe?: SafeOptions
}

/** Fetches each list once a day: the blocklist if the setting is a URL, and the dump of PhishTank. */
export function startLists({ config, log, lifecycle, sql }: Pick<Parts, 'config' | 'log' | 'lifecycle' | 'sql'>): void {
  const { BLOCKLIST, PHISHTANK_URL } = config
  const lists: [url: string, countEntries: CountEntries][] = []
  if (BLOCKLIST !== undefined && isUrl(BLOCKLIST)) lists.push([BLOCKLIST, countHosts])
  if (PHISHTANK_URL !== undefined) lists.push([PHISHTANK_URL, countPhishes])
  if (lists.length === 0) return
  const stopped = new AbortController()
  const stop = repeat(askEveryMs, async () => {
    for (const [url, countEntries] of lists)
      await fetchDueList({ sql, log, stopped: stopped.signal }, url, countEntries)
  })
  lifecycle.onStop('lists', async () => {
    stopped.abort()
    await stop()
  })
}

type CountEntries = (content: Buffer) => Promise<number>

export const countHosts: CountEntries = async (content) => (await readHosts(content)).size
const countPhishes: CountEntries = async (content) => (await readPhishes(content)).size

/** A list that could not be fetched, or is empty, does not replace the previous one. */
export async function fetchDueList(
  { sql, log, stopped, safe = {} }: Fetching,
  url: string,
  countEntries: CountEntries,
): Promise<void> {
  try {
    if (!(await takeDueList(sql, url))) return
    const content = await within(fetchMs, stopped, (signal) => fetchList(url, signal, safe))
    if ((await countEntries(content)) === 0) throw new Error('the list is empty')
    await keepList(sql, url, await pack(content))
  } catch (error) {
    if (stopped.aborted) return
    log.warn({ err: error }, 'a list could not be fetched; the previous one applies')
    await keepProblem(sql, url, error instanceof Error ? error.message : String(error)).catch((failure: unknown) =>
      log.warn({ err: failure }, 'the problem of a list was not stored'),
    )
  }
}

async function fetchList(url: string, signal: AbortSignal, safe: SafeOptions): Promise<Buffer> {
  let current = url
  for (let redirects = 0; redirects <= mostRedirects; redirects++) {
    const target = await openSafeTarget(current, signal, safe)
    try {
      const reply = await target.send({ signal, maxBytes: mostListBytes, headers: { accept: 'text/plain, */*' } })
      const location = reply.status >= 300 && reply.status < 400 ? reply.headers['location'] : undefined
      if (typeof location === 'string') {
        current = resolve(location, current)
        continue
      }
      if (reply.status !== 200) throw new Error(`the response has status ${reply.status}`)
      // A page of a proxy or a login form.
      if (String(reply.headers['content-type']).includes('html')) throw new Error('the response is a web page')
      if (reply.isCut) throw new Error(`the list is larger than ${mostListBytes} bytes`)
      return reply.body
    } finally {
      await target.close()
    }
  }
  throw new Error(`there are more than ${mostRedirects} redirects`)
}

/** The error of an invalid URL would have the URL before it, with its key. */
function resolve(location: string, base: string): string {
  try {
    return new URL(location, base).href
  } catch (error) {
    if (error instanceof TypeError) throw new Error('the response redirects to an invalid URL')
    throw error
  }
}
