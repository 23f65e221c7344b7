import { readdir } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { ensureBaseDomain } from '#model/domains/ensure-base-domain.ts'
import { publishRecord } from '#model/publish/publish-link.ts'
import { uuidv7 } from '#runtime/uuid.ts'
import { type LinkExtras, linkKey } from '#schemas/link-record.ts'
import type { Condition } from '#schemas/targeting.ts'
import { freePort } from '../embedded/ports.ts'
import { acknowledgedKey } from './acknowledged.ts'
import { type Stack, startOnPort } from './stack.ts'
import { host, type Visits } from './visits.ts'

export const targetNames = ['raw', 'node', 'untracked', 'tracked', 'miss', 'rules'] as const
export type TargetName = (typeof targetNames)[number]

/** A server under load. Each runs in its own process for all rounds. */
export interface Target {
  name: TargetName
  pid: number
  port: number
  visits: Visits
  /** Waits for the work that the requests still cause, since it is part of their cost. */
  settle?: () => Promise<void>
  /** Number of records that it requested from Redis, from its own metrics: others may use the same Redis. */
  asked?: () => Promise<number>
  /** Returns the reason if the requests were not of the expected kind. */
  doubt: (window: Seen) => string | undefined
}

/** The difference between two readings. */
interface Seen {
  ms: number
  answered: number
  acknowledged: number
  asked: number
}

/** Few links, so that many visits share the cost of a refresh after 2 s, as on a popular link. */
const hot = 100
/** More links than fit into memory. They are visited in turn, so none is in memory at its next visit. */
export const coldLinks = 128_000
const publishedAtOnce = 500
const settleMs = 30_000
const pollMs = 25
/** Age in ms at which a record is refreshed if its memory is not trusted. The first comparison of changes refreshes all. */
const believedMs = 2_000
/** Requests in progress when the client stopped, so their responses were not counted: one per connection. */
export const unseen = 64

export async function startTargets(stack: Stack, cold: number): Promise<Target[]> {
  await publishLinks(stack, { prefix: 'hot', codes: hot }, false)
  await publishLinks(stack, { prefix: 'tracked', codes: hot }, true)
  await publishLinks(stack, { prefix: 'cold', codes: cold }, false)
  await publishLinks(stack, { prefix: 'rules', codes: hot }, true, { rules: { list: tenRules } })
  const plain = { visits: { prefix: 'hot', codes: hot }, doubt: () => undefined }
  return [
    { name: 'raw', ...(await startServer(stack, 'bench/targets/raw-uws.ts')), ...plain },
    { name: 'node', ...(await startServer(stack, 'bench/targets/node-http.ts')), ...plain },
    {
      name: 'untracked',
      ...(await startRedirector(stack, 0)),
      visits: { prefix: 'hot', codes: hot },
      doubt: ({ asked, ms }) => (asked > hot * (2 + ms / believedMs) ? `${asked} not from memory` : undefined),
    },
    {
      name: 'tracked',
      ...(await startRedirector(stack, 1)),
      visits: { prefix: 'tracked', codes: hot },
      settle: () => untilSpoolIsEmpty(stack, 1),
      doubt: ({ answered, acknowledged }) => doubtClicks(answered, acknowledged),
    },
    {
      name: 'miss',
      ...(await startRedirector(stack, 2)),
      visits: { prefix: 'cold', codes: cold },
      doubt: ({ answered, asked }) => (asked < answered ? `only ${asked} not from memory` : undefined),
    },
    {
      name: 'rules',
      ...(await startRedirector(stack, 3)),
      visits: { prefix: 'rules', codes: hot },
      settle: () => untilSpoolIsEmpty(stack, 3),
      doubt: ({ answered, acknowledged }) => doubtClicks(answered, acknowledged),
    },
  ]
}

const doubtClicks = (answered: number, acknowledged: number): string | undefined =>
  acknowledged < answered || acknowledged > answered + unseen ? `${acknowledged} clicks arrived` : undefined

/** Ten rules of the usual kinds, of which none is true, so that each visit tries them all. */
const tenRules = [
  ...(['aq', 'gl', 'sj', 'tv'] as const).map(
    (code): Condition => ({ type: 'country', operator: 'in', value: [code, 'pn'] }),
  ),
  ...(['kaios', 'tizen'] as const).map((os): Condition => ({ type: 'os', operator: 'in', value: [os] })),
  ...(['is', 'fo'] as const).map((language): Condition => ({ type: 'language', operator: 'in', value: [language] })),
  ...[
    { type: 'referrer_domain', operator: 'in', value: ['no.example'] } satisfies Condition,
    { type: 'query_param', name: 'no', operator: 'exists', value: true } satisfies Condition,
  ],
].map((condition, index) => ({
  id: uuidv7(),
  match: 'all' as const,
  conditions: [condition],
  url: `https://shop.example/rules/${index}`,
}))

/** The number of clicks that were acknowledged. */
export async function readAcknowledged({ redis }: Stack): Promise<number> {
  return Number((await redis.get(acknowledgedKey)) ?? 0)
}

export async function startRedirector(stack: Stack, instance: number): Promise<Pick<Target, 'pid' | 'port' | 'asked'>> {
  const metricsPort = await freePort()
  const env = { INSTANCE: String(instance), METRICS_PORT_REDIRECTOR: String(metricsPort) }
  const asked = async () => {
    const metrics = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
    const [, count] = /^records_asked_total\{.*store="redis".*\} (\d+)$/m.exec(metrics) ?? []
    if (count === undefined) throw new Error('the redirector does not report its requests to Redis')
    return Number(count)
  }
  return { ...(await startServer(stack, 'redirector/main.ts', env)), asked }
}

export function startServer(stack: Stack, file: string, env: { INSTANCE?: string } = {}) {
  const name = `${file.replaceAll('/', '-').replace('.ts', '')}-${env.INSTANCE ?? 0}`
  return startOnPort(stack, 'REDIRECT_PORT', { name, file, env })
}

/** Writes the records to Redis as the API would: no visit of this bench reaches Postgres. */
export async function publishLinks(
  { sql, redis }: Stack,
  { prefix, codes }: Visits,
  tracked: boolean,
  extras?: LinkExtras,
): Promise<void> {
  const domainId = await ensureBaseDomain(sql, { BASE_DOMAIN: host })
  const accountId = uuidv7()
  const publish = (index: number) =>
    publishRecord(redis, linkKey(domainId, `${prefix}${index}`), {
      rev: 1,
      link_id: uuidv7(),
      account_id: accountId,
      url: `https://shop.example/products/${index}?ref=newsletter`,
      redirect_type: 302,
      forward_query: true,
      tracking_enabled: tracked,
      expires_at: null,
      ...(extras !== undefined && { extras }),
    })
  for (let first = 0; first < codes; first += publishedAtOnce) {
    const count = Math.min(publishedAtOnce, codes - first)
    await Promise.all(Array.from({ length: count }, (_, index) => publish(first + index)))
  }
}

export async function untilSpoolIsEmpty({ dataDir }: Stack, instance: number): Promise<void> {
  const end = performance.now() + settleMs
  const segments = async () =>
    (await readdir(`${dataDir}/spool/${instance}`)).filter((name) => /\.(open|seg)$/.test(name))
  while ((await segments()).length > 0) {
    if (performance.now() > end) throw new Error(`clicks are still in the spool after ${settleMs / 1000} s`)
    await sleep(pollMs)
  }
}
