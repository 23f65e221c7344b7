/** The host of the short links: the base domain of every redirector that a bench starts. */
export const host = 'go.bench.test'

/** Visits to /<prefix>0 to /<prefix><codes - 1> in sequence, repeated. */
export interface Visits {
  prefix: string
  codes: number
  /** The code to begin with, modulo the number of codes. The default is 0. */
  first?: number
}

export interface Visit {
  path: string
  headers: Record<string, string>
}

/** More visitors than a batch has clicks, so that they compress no better than real visitors. */
const visitors = 16_000

/** Includes every code and every visitor. The same in every run. */
export function distinctVisits({ prefix, codes, first = 0 }: Visits): Visit[] {
  // Created at the first use and cached, since a bench needs them in every window.
  headersOf ??= Array.from({ length: visitors }, (_, visitor) => visitorHeaders(visitor))
  const all = headersOf
  return Array.from({ length: Math.max(codes, visitors) }, (_, index) => ({
    path: `/${prefix}${(first + index) % codes}`,
    headers: pick(all, index),
  }))
}

/** Visits as on a usual site: link n is visited 1/n as often as the first. The same in every run. */
export function zipfVisits({ prefix, codes }: Visits, count: number): Visit[] {
  const shares = Array.from({ length: codes }, (_, index) => 1 / (index + 1))
  const sum = shares.reduce((total, share) => total + share, 0)
  let total = 0
  const ends = shares.map((share) => {
    total += share / sum
    return total
  })
  return distinctVisits({ prefix, codes })
    .slice(0, count)
    .map(({ headers }, index) => {
      const roll = scramble(index + 1) / 2 ** 32
      const code = ends.findIndex((end) => roll < end)
      return { path: `/${prefix}${code === -1 ? codes - 1 : code}`, headers }
    })
}

const mixedAgents = 20
const mixedReferrers = 20
const mixedAddresses = 2_000

/** Visits as on a popular site: by the Zipf distribution, with few agents and referrers, and many IP addresses. */
export function mixedVisits(visits: Visits, count: number): Visit[] {
  const byAgent = new Map<string | undefined, Visit['headers']>()
  for (let visitor = 0; byAgent.size < mixedAgents; visitor++) {
    const headers = visitorHeaders(visitor)
    byAgent.set(headers['User-Agent'], headers)
  }
  const agents = [...byAgent.values()]
  return zipfVisits(visits, count).map(({ path }, index) => {
    const roll = scramble(index + 7)
    const referrer = (roll >>> 8) % mixedReferrers
    return {
      path,
      headers: {
        ...pick(agents, roll),
        'X-Forwarded-For': address((roll >>> 16) % mixedAddresses),
        Referer: `https://site${referrer}.example/page`,
      },
    }
  })
}

let headersOf: Record<string, string>[] | undefined

const systems = [
  ['Windows NT 10.0; Win64; x64', ''],
  ['Macintosh; Intel Mac OS X 10_15_7', ''],
  ['X11; Linux x86_64', ''],
  ['Linux; Android 10; K', 'Mobile '],
  ['Linux; Android 14; SM-S918B', 'Mobile '],
] as const
const languages = ['en-US,en;q=0.9', 'de-DE,de;q=0.9,en;q=0.8', 'fr-FR,fr;q=0.9', 'ja,en-US;q=0.8', 'pt-BR,pt;q=0.9']
const referrers = ['https://www.google.com/', 'https://l.facebook.com/', 'https://news.ycombinator.com/', '']
/** First bytes of IP address blocks of providers in many countries. */
const networks = [24, 31, 49, 62, 78, 91, 103, 151, 177, 189, 196, 210]
const oldestChrome = 100
const chromes = 40

/** Headers of Chrome when a visitor follows a link, behind a proxy that adds the visitor's IP address. */
function visitorHeaders(visitor: number): Record<string, string> {
  const roll = scramble(visitor)
  const version = oldestChrome + (roll % chromes)
  const [system, mobile] = pick(systems, roll >>> 6)
  const referer = pick(referrers, roll >>> 9)
  return {
    Host: host,
    'X-Forwarded-For': address(visitor),
    'sec-ch-ua': `"Chromium";v="${version}", "Google Chrome";v="${version}", "Not.A/Brand";v="24"`,
    'sec-ch-ua-mobile': mobile === '' ? '?0' : '?1',
    'Upgrade-Insecure-Requests': '1',
    'User-Agent': `Mozilla/5.0 (${system}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${version}.0.0.0 ${mobile}Safari/537.36`,
    Accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,image/apng,*/*;q=0.8',
    'Sec-Fetch-Site': 'cross-site',
    'Sec-Fetch-Mode': 'navigate',
    'Sec-Fetch-Dest': 'document',
    ...(referer !== '' && { Referer: referer }),
    'Accept-Encoding': 'gzip, deflate, br, zstd',
    'Accept-Language': pick(languages, roll >>> 12),
  }
}

/** Almost unique for each visitor. */
function address(visitor: number): string {
  const bits = scramble(visitor + 1_000_003)
  return `${pick(networks, visitor)}.${bits >>> 24}.${(bits >>> 16) & 255}.${(bits >>> 8) & 255}`
}

/** Spreads consecutive numbers over all 32 bits (the final step of murmur3). */
function scramble(value: number): number {
  let bits = Math.imul(value ^ (value >>> 16), 0x85ebca6b)
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35)
  return (bits ^ (bits >>> 16)) >>> 0
}

function pick<Value>(values: readonly Value[], index: number): Value {
  return values[index % values.length] as Value
}
