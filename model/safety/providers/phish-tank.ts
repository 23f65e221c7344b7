import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { readPhishes } from '#core/safety/read-phishes.ts'
import type { Sql } from '#runtime/postgres.ts'
import { mostListBytes } from '../blocklist.ts'
import { readFetchTime, readList } from '../fetched-lists.ts'
import type { ThreatProvider } from './provider.ts'

const unpack = promisify(gunzip)

/** The dump of PhishTank, which a worker fetches once a day. */
export function phishTank(sql: Sql, url: string): ThreatProvider {
  let known: { at: number; urls: ReadonlySet<string> } | undefined
  return {
    name: 'PhishTank',
    atOnce: Number.MAX_SAFE_INTEGER,
    async check(urls) {
      const at = await readFetchTime(sql, url)
      if (at === null) throw new Error('the dump of PhishTank was not fetched yet')
      if (known?.at !== at) {
        const packed = await readList(sql, url)
        const content = packed === null ? Buffer.alloc(0) : await unpack(packed, { maxOutputLength: mostListBytes })
        known = { at, urls: await readPhishes(content) }
      }
      const { urls: phishes } = known
      return new Map(urls.filter((one) => phishes.has(new URL(one).href)).map((one) => [one, 'phishing']))
    },
  }
}
