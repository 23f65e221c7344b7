import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openQueue } from '#runtime/queues.ts'
import { clickBatch, rawClick } from '../factories/click-batch.ts'
import { eventually } from '../stack/eventually.ts'
import { type Received, type Receiver, startReceiver } from '../webhooks/receiver.ts'
import { verifies } from '../webhooks/verifies.ts'
import { createDice } from './dice.ts'
import { killAndReturn } from './kills.ts'
import { faultSeconds, faultSeed } from './settings.ts'
import { type FaultStack, startStack } from './stack.ts'

const endpoints = 4
const clickBatches = 4
const perBatch = 800
/** Every fault happens at least once: one of them takes the place of every 500th response. */
const faultEvery = 500
const drainMs = 300_000

let stack: FaultStack
let receiver: Receiver
/** How often each event was accepted. */
const taken = new Map<string, number>()
const answered = new Map<string, number>()
/** Secrets by webhook URL. */
const secrets = new Map<string, string>()
/** Attempts with an invalid signature. */
const forged: string[] = []

beforeAll(async () => {
  receiver = await startReceiver()
  // 24 hours become 9 seconds.
  stack = await startStack({ workers: 2, env: { WEBHOOK_ALLOW_PRIVATE: 'true', WEBHOOK_TIME_FACTOR: '0.0001' } })
})
afterAll(async () => {
  await stack.close()
  await receiver.close()
})

const call = async (method: string, path: string, body?: unknown) => {
  const response = await fetch(`${stack.apiUrl}/api/v1${path}`, {
    method,
    headers: {
      authorization: `Bearer ${stack.key}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  // oxlint-disable-next-line typescript/no-explicit-any -- a test asserts on what it reads
  const json = (await response.json()) as any
  // Another 410 may have come in between.
  if (response.status === 409 && path.endsWith('/redeliver')) return undefined
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${JSON.stringify(json)}`)
  return json.data
}

const shares: [fault: string, share: number][] = [
  ['500', 0.03],
  ['302', 0.01],
  ['hangs', 0.002],
  ['closes', 0.01],
  ['429', 0.001],
  ['410', 0.0005],
]
const faults = shares.map(([fault]) => fault)

function drawFault(roll: number): string | undefined {
  let end = 0
  return shares.find(([, share]) => roll < (end += share))?.[0]
}

/** Most responses are 200. An event counts as accepted if the response was sent completely. */
function misbehave(seed: number): void {
  const dice = createDice(seed)
  let count = 0
  const note = (what: string) => answered.set(what, (answered.get(what) ?? 0) + 1)
  const keep = ({ headers }: Received) => {
    const id = headers['webhook-id'] ?? ''
    taken.set(id, (taken.get(id) ?? 0) + 1)
  }
  receiver.answer = (received, response, request) => {
    if (!verifies(received, secrets.get(request.url ?? '') ?? '')) forged.push(received.body)
    count++
    const name = count % faultEvery === 0 ? faults[(count / faultEvery) % faults.length] : drawFault(dice.roll())
    note(name ?? '200')
    const answers: Record<string, () => unknown> = {
      500: () => response.writeHead(500).end(),
      302: () => response.writeHead(302, { location: receiver.url }).end(),
      hangs: () => undefined,
      closes: () => response.writeHead(200, { 'content-length': '9' }).end('half', () => response.destroy()),
      429: () => response.writeHead(429, { 'retry-after': '1' }).end(),
      410: () => response.writeHead(410).end(),
    }
    setTimeout(answers[name ?? ''] ?? (() => response.end(() => keep(received))), dice.between(0, 5))
  }
}

/** Enables disabled webhooks and redelivers failed deliveries, as their owner would. */
async function mend(hooks: readonly string[]): Promise<void> {
  for (const id of hooks) {
    if (!(await call('GET', `/webhooks/${id}`)).is_active) await call('PUT', `/webhooks/${id}`, { is_active: true })
    for (const failed of await call('GET', `/webhooks/${id}/deliveries?status=failed&limit=100`)) {
      await call('POST', `/webhooks/${id}/deliveries/${failed.id}/redeliver`)
    }
  }
}

async function createHook(body: object): Promise<string> {
  const url = `${receiver.url}?webhook=${secrets.size}`
  const { id, secret } = await call('POST', '/webhooks', { url, ...body })
  secrets.set(url.slice(new URL(url).origin.length), secret)
  return id
}

/** Each webhook is filtered by one link, and the first also gets all created links. */
async function makeEvents(): Promise<{ hooks: string[]; clickEvents: string[]; linkIds: string[] }> {
  const hooks: string[] = []
  const links: string[] = []
  for (let index = 0; index < endpoints; index++) {
    const link = await call('POST', '/short-urls', { url: 'https://example.com/' })
    hooks.push(await createHook({ events: ['url.clicked'], filters: { url_ids: [link.id] } }))
    links.push(link.id)
  }
  hooks.push(await createHook({ events: ['url.created'] }))
  // A disabled webhook gets no events, so deliveries are paused until all events have happened; 410 comes
  // after that.
  await stack.sql`update webhooks set paused_until = now() + interval '1 hour'`
  const urls = Array.from({ length: perBatch }, () => ({ url: 'https://example.com/' }))
  const linkIds = (await call('POST', '/short-urls/bulk', { urls })).succeeded.map(({ id }: { id: string }) => id)
  const [account] = await stack.sql<{ id: string }[]>`select account_id as id from links limit 1`
  const queue = openQueue('clicks', stack.redis)
  const clickEvents: string[] = []
  for (let batch = 0; batch < clickBatches; batch++) {
    const link_id = links[batch % endpoints] ?? ''
    const job = clickBatch(Array.from({ length: perBatch }, () => rawClick({ account_id: account?.id ?? '', link_id })))
    const start = job.batch_id.replaceAll('-', '').slice(0, 28)
    for (let at = 0; at < perBatch; at++) clickEvents.push(`evt_${start}${at.toString(16).padStart(4, '0')}`)
    await queue.add(job, job.batch_id)
  }
  await until(
    async () => (await stack.sql`select from click_batches where stored_at is not null`).count === clickBatches,
  )
  await stack.sql`update webhooks set paused_until = null`
  return { hooks, clickEvents, linkIds }
}

async function until(check: () => Promise<boolean>): Promise<void> {
  const end = performance.now() + drainMs
  while (!(await check())) {
    if (performance.now() > end) throw new Error(`not within ${drainMs / 1_000} s`)
    await sleep(500)
  }
}

/** Compares every attempt, whether it was accepted or not. */
function idsWithSeveralBodies(): string[] {
  const bodies = new Map<string, Set<string>>()
  for (const { headers, body } of receiver.received) {
    const id = headers['webhook-id'] ?? ''
    bodies.set(id, (bodies.get(id) ?? new Set()).add(body))
  }
  return [...bodies].filter(([, different]) => different.size > 1).map(([id]) => id)
}

it('each of 4,000 events is delivered at least once, always with the same id and body', async () => {
  console.log(`seed ${faultSeed}`)
  misbehave(faultSeed)
  const { hooks, clickEvents, linkIds } = await makeEvents()
  await eventually(() => expect(taken.size).toBeGreaterThan(0))
  const dice = createDice(faultSeed)
  const end = performance.now() + 2_000 * faultSeconds
  while (performance.now() < end) {
    await killAndReturn(stack, dice.pick(stack.workers))
    await sleep(dice.between(100, 1_000))
    await stack.redis.flushall()
    await mend(hooks)
  }
  const isDone = async () => {
    await mend(hooks)
    const [left] = await stack.sql<{ count: number }[]>`
      select (select count(*) from webhook_batches) + (select count(*) from webhook_deliveries where status <> 'succeeded')
        as count`
    return left?.count === 0
  }
  await until(isDone)

  const created = new Set(
    receiver.received
      .map(({ json }) => json)
      .filter(({ type }) => type === 'url.created')
      .map(({ data }) => data['id']),
  )
  const createdEvents = [...taken.keys()].filter((id) => !clickEvents.includes(id))
  const times = [...taken.values()].reduce((sum, accepted) => sum + accepted, 0)
  console.log(`${times} accepted for ${taken.size} events; responses ${JSON.stringify(Object.fromEntries(answered))}`)
  expect(
    clickEvents.filter((id) => !taken.has(id)),
    'clicks without an accepted event',
  ).toEqual([])
  expect(
    linkIds.filter((id) => !created.has(id)),
    'links without an accepted event',
  ).toEqual([])
  expect(createdEvents).toHaveLength(linkIds.length)
  expect(receiver.received.length, 'attempts, which include those that were not accepted').toBeGreaterThan(times)
  expect(idsWithSeveralBodies(), 'one body for each id').toEqual([])
  expect(forged, 'attempts with an invalid signature').toEqual([])
  for (const fault of faults) expect(answered.get(fault), fault).toBeGreaterThan(0)
})
