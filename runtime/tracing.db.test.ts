import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startApi } from '../api/start-api.ts'
import { freePort } from '../embedded/ports.ts'
import { startRedirector } from '../redirector/start-redirector.ts'
import { createKey } from '../test/factories/key.ts'
import { linkWriter } from '../test/redirector/link-writer.ts'
import { visit } from '../test/redirector/visit.ts'
import { eventually } from '../test/stack/eventually.ts'
import { openTestStores, type TestStores } from '../test/stack/stores.ts'
import { type ReceivedSpan, startTraceReceiver, type TraceReceiver } from '../test/stack/trace-receiver.ts'
import { waitingForLocks } from '../test/stack/waiting-for-locks.ts'
import { countOfLink } from '../workers/clicks/pipeline.fixture.ts'
import { startWorkers } from '../workers/start-workers.ts'
import { createLifecycle, type Lifecycle } from './lifecycle.ts'
import { startTracing } from './tracing.ts'

const traceId = '0af7651916cd43dd8448eb211c80319c'
const callersSpan = 'b7ad6b7169203331'
const traceparent = `00-${traceId}-${callersSpan}-01`
/** A visit contains each of these texts, and no span may. */
const secrets = ['s3cret-query', '203.0.113.9', '127.0.0.1', 'Agent/9', 'hidden-slug', 'https://example.org/']

let receiver: TraceReceiver
let stores: TestStores
let lifecycle: Lifecycle
let links: Awaited<ReturnType<typeof linkWriter>>
let port: number

beforeAll(async () => {
  receiver = await startTraceReceiver()
  stores = await openTestStores({
    API_PORT: String(await freePort()),
    REDIRECT_PORT: '0',
    LISTEN_HOST: '127.0.0.1',
    TRUSTED_PROXIES: '127.0.0.1',
    RATE_LIMIT_FACTOR: '0',
    OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
    OTEL_EXPORTER_OTLP_HEADERS: 'x-key=a%20key',
    OTEL_TRACES_SAMPLER_ARG: '1',
  })
  const { config, urls, log } = stores
  lifecycle = createLifecycle(log)
  links = await linkWriter(stores.sql, config.BASE_DOMAIN)
  await startApi({ config, urls, lifecycle, log, drainMs: 0 })
  await startWorkers({ config, urls, lifecycle, log })
  const stopTimes = { drainMs: 0, shipMostMs: 5_000 }
  port = (await startRedirector({ config, urls, lifecycle, log, stopTimes })).port
})
afterAll(async () => {
  await lifecycle.stop()
  await receiver.close()
  await stores.close()
})

const spansOf = (trace: string) => receiver.spans.filter((span) => span.traceId === trace)
const named = (spans: readonly ReceivedSpan[], name: string) => spans.filter((span) => span.name === name)
const parentOf = (spans: readonly ReceivedSpan[], name: string) => {
  const parent = named(spans, name)[0]?.parentSpanId
  return spans.find(({ spanId }) => spanId === parent)?.name
}
/** A tracked link. Returns its id. */
async function insertLink(code: string): Promise<string> {
  await links.insert(code, { tracking_enabled: true, url: 'https://example.org/' })
  const [row] = await stores.sql<{ id: string }[]>`select id from links where code = ${code}`
  return row?.id ?? ''
}

const go = (trace: string) =>
  visit(port, '/hidden-slug?q=s3cret-query', {
    headers: { traceparent: trace, 'x-forwarded-for': '203.0.113.9', 'user-agent': 'Agent/9' },
  })

it('traces a request of the API with its queries, as part of the trace of the caller', async () => {
  const { key } = await createKey(stores.sql, { id: links.account_id })
  const path = `/api/v1/analytics/timeline?days=1&api_key=${key}`
  const reply = await fetch(`http://127.0.0.1:${stores.config.API_PORT}${path}`, { headers: { traceparent } })
  expect(reply.status).toBe(200)
  const spans = await eventually(() => {
    const found = spansOf(traceId)
    expect(named(found, 'GET /api/v1/analytics/timeline')).toHaveLength(1)
    return found
  })
  expect(named(spans, 'GET /api/v1/analytics/timeline')[0]).toMatchObject({
    service: 'waymark-api',
    parentSpanId: callersSpan,
    kind: 2,
    attributes: {
      'http.route': '/api/v1/analytics/timeline',
      'http.response.status_code': 200,
      'waymark.request_id': reply.headers.get('x-request-id'),
    },
  })
  expect(parentOf(spans, 'admit')).toBe('GET /api/v1/analytics/timeline')
  expect(parentOf(spans, 'query ClickHouse')).toBe('handle')
  expect(receiver.texts.join('')).not.toContain(key)
  expect(new Set(receiver.headers)).toEqual(new Set(['a key']))
})

it('ends the trace of a request whose client disconnected', async () => {
  const { key } = await createKey(stores.sql, { id: links.account_id })
  const trace = 'a'.repeat(32)
  const client = new AbortController()
  await stores.sql.begin(async (tx) => {
    await tx`lock table utm_templates in access exclusive mode`
    const asked = fetch(`http://127.0.0.1:${stores.config.API_PORT}/api/v1/utm-templates`, {
      headers: { authorization: `Bearer ${key}`, traceparent: `00-${trace}-${callersSpan}-01` },
      signal: client.signal,
    })
    await eventually(async () => expect(await waitingForLocks(stores.sql)).toBeGreaterThan(0))
    client.abort()
    await expect(asked).rejects.toThrow('aborted')
  })
  await eventually(() =>
    expect(named(spansOf(trace), 'GET /api/v1/utm-templates')).toMatchObject([
      { attributes: { 'http.response.status_code': 499 } },
    ]),
  )
})

it('traces a click from the visit to the commit, and refers to other sampled clicks of its batch', async () => {
  const link_id = await insertLink('hidden-slug')
  const [first, second] = ['1', '2'].map((digit) => digit.repeat(32)) as [string, string]
  const visits = await Promise.all([go(`00-${first}-${callersSpan}-00`), go(`00-${second}-${callersSpan}-00`)])
  expect(visits.map(({ status }) => status)).toEqual([302, 302])
  const all = await eventually(() => {
    const found = [...spansOf(first), ...spansOf(second)]
    for (const step of ['commit', 'store clicks']) expect(named(found, step)).not.toEqual([])
    expect(named(found, 'visit')).toHaveLength(2)
    expect(named(found, 'ship clicks')).not.toEqual([])
    return found
  })
  const whole = all.filter(({ traceId: id }) => id === named(all, 'commit')[0]?.traceId)
  expect(named(whole, 'visit')[0]).toMatchObject({
    service: 'waymark-redirector',
    parentSpanId: callersSpan,
    attributes: { 'http.request.method': 'GET', 'http.response.status_code': 302, 'waymark.link_id': link_id },
  })
  expect(parentOf(whole, 'spool click')).toBe('visit')
  expect(parentOf(whole, 'ship clicks')).toBe('visit')
  expect(parentOf(whole, 'store clicks')).toBe('ship clicks')
  for (const step of ['claim', 'insert', 'commit']) expect(parentOf(whole, step)).toBe('store clicks')
  expect(named(whole, 'store clicks')[0]?.service).toBe('waymark-workers')
  const other = all.find(({ name, traceId: id }) => name === 'visit' && id !== whole[0]?.traceId)
  // On a busy machine, the visits can have separate batches.
  const others = named(all, 'ship clicks').length === 1 ? [{ spanId: other?.spanId }] : []
  expect(named(whole, 'ship clicks')[0]?.links).toMatchObject(others)
  for (const secret of secrets) expect(receiver.texts.join('')).not.toContain(secret)
})

it('loses no click and stops in time if the collector is down', async () => {
  const link_id = await insertLink('uncollected')
  await receiver.close()
  const visits = await Promise.all(Array.from({ length: 40 }, () => visit(port, '/uncollected')))
  expect(new Set(visits.map(({ status }) => status))).toEqual(new Set([302]))
  await eventually(async () => expect(await countOfLink(stores, link_id)).toBe(40))
  const { config, log } = stores
  const stopping = createLifecycle(log)
  const tracing = await startTracing('api', { config, lifecycle: stopping, log })
  tracing?.sample('request', '')?.end()
  // The exporter retries for 5 s.
  expect(await Promise.race([stopping.stop().then(() => 'stopped'), sleep(5_000, 'late')])).toBe('stopped')
})

it('samples nothing if the share is 0, and callers cannot choose to be sampled', async () => {
  const { log } = stores
  const none = { ...stores.config, OTEL_TRACES_SAMPLER_ARG: 0 }
  expect(await startTracing('api', { config: none, lifecycle, log })).toBeNull()
  const off = { ...stores.config, OTEL_EXPORTER_OTLP_ENDPOINT: undefined }
  expect(await startTracing('api', { config: off, lifecycle, log })).toBeNull()
  const few = { ...stores.config, OTEL_TRACES_SAMPLER_ARG: 1e-9 }
  const tracing = await startTracing('api', { config: few, lifecycle, log })
  const chosen = `00-${'0'.repeat(31)}1-${callersSpan}-01`
  for (let count = 0; count < 1_000; count++) expect(tracing?.sample('request', chosen)).toBeUndefined()
})
