import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import type { Limits } from './ramp.ts'

const usage = `Usage: npm run bench -- against URL --key FILE [options]

Visits links of a running installation at rising rates until it is too slow, and
checks that every answered visit was stored. Creates its own links with the API
key in FILE (permissions read, write, delete), and deletes them at the end.

  --from N      visits per second of the first step (default: 50)
  --to N        of the last step (default: 20000)
  --seconds N   length of a step (default: 10)
  --links N     number of links, at most 100 (default: 100)
  --p99 N       acceptable p99 latency in milliseconds (default: 100)
  --yes         do not ask before visiting a host that is not this machine`

const failedShare = 0.001

export interface Options {
  origin: string
  key: string
  from: number
  to: number
  seconds: number
  links: number
  limits: Limits
  yes: boolean
}

/** null if they are wrong: then the reason is printed. */
export function readOptions(args: string[]): Options | null {
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        key: { type: 'string' },
        from: { type: 'string', default: '50' },
        to: { type: 'string', default: '20000' },
        seconds: { type: 'string', default: '10' },
        links: { type: 'string', default: '100' },
        p99: { type: 'string', default: '100' },
        yes: { type: 'boolean', default: false },
      },
    })
    const [from, to, seconds, links, p99Ms] = [
      whole('--from', values.from, 100_000),
      whole('--to', values.to, 100_000),
      whole('--seconds', values.seconds, 600),
      whole('--links', values.links, 100),
      whole('--p99', values.p99, 10_000),
    ]
    const [url] = positionals
    if (url === undefined || positionals.length > 1 || values.key === undefined) throw new Error(usage)
    if (from > to) throw new Error('--from must not be higher than --to.')
    const key = readFileSync(values.key, 'utf8').trim()
    return {
      origin: new URL(url).origin,
      key,
      from,
      to,
      seconds,
      links,
      limits: { p99Ms, failedShare },
      yes: values.yes,
    }
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error))
    return null
  }
}

function whole(name: string, text: string, most: number): number {
  const value = Number(text)
  if (Number.isInteger(value) && value >= 1 && value <= most) return value
  throw new Error(`${name} must be a whole number from 1 to ${most}.`)
}
