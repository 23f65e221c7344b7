import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { events } from '#schemas/events.ts'
import { openPipeline } from '../../../workers/clicks/pipeline.fixture.ts'
import { type ClickPipeline, processBatch } from '../../../workers/clicks/process-batch.ts'
import { recheckMs, requestsAtOnce } from '../../../workers/webhooks/limits.ts'
import { clickBatch, googlebotAgent, rawClick } from '../../factories/click-batch.ts'
import { createQrCode } from '../../factories/qr-codes.ts'
import { eventually } from '../../stack/eventually.ts'
import { deliverySettings, startDelivering } from '../../webhooks/deliver.ts'
import { type Receiver, startReceiver } from '../../webhooks/receiver.ts'
import { expectAllVerify } from '../../webhooks/verifies.ts'
import { account, ask, create, stores, useWebhooks } from '../support/webhooks.ts'

useWebhooks(deliverySettings)

let delivering: ReturnType<typeof startDelivering>
let pipeline: ClickPipeline
let receiver: Receiver
let link: { id: string; short_code: string; short_url: string }
beforeAll(() => {
  delivering = startDelivering(stores)
  pipeline = openPipeline(stores)
})
afterAll(() => delivering.stop())
beforeEach(async () => {
  await receiver?.close()
  await stores.sql`delete from webhooks`
  receiver = await startReceiver()
  link = await shorten({ tags: ['a'] })
})
afterEach(() => expectAllVerify(stores, receiver))
afterAll(() => receiver.close())

const shorten = async (body: Record<string, unknown> = {}) =>
  (await ask('POST', '/short-urls', { url: 'https://example.com/', ...body })).json.data
const listen = (body: Record<string, unknown> = {}) =>
  create({ url: receiver.url, events: ['url.clicked', 'qr.scanned'], ...body })
const click = (special: Parameters<typeof rawClick>[0] = {}) =>
  rawClick({ account_id: account.id, link_id: link.id, ...special })
const store = async (clicks: ReturnType<typeof rawClick>[]) => {
  const batch = clickBatch(clicks)
  await processBatch(pipeline, batch)
  return batch
}
const waiting = async () => (await stores.sql`select from webhook_batches`).count
const allSent = () => eventually(async () => expect(await waiting()).toBe(0))

describe('url.clicked and qr.scanned', () => {
  it('contain the same fields as the list of clicks, match their contract, and have ids derived from the click', async () => {
    const { id: codeId } = await createQrCode(stores.sql, account)
    await listen()
    const raw = click({ qr_code_id: codeId, query: 'utm_source=%00paper&utm_medium=%F0%9F%98%80' })
    const batch = await store([click(), raw])
    await allSent()
    const received = receiver.received.map(({ json }) => json)
    expect(received.map(({ type }) => type).sort()).toEqual(['qr.scanned', 'url.clicked', 'url.clicked'])
    for (const json of received) {
      events[json.type as 'url.clicked' | 'qr.scanned'].data.parse(json.data)
      expect(json.created_at).toMatch(/Z$/)
    }
    const clickIds = [0, 1].map((index) => `${batch.batch_id.slice(0, 32)}000${index}`)
    // Requests run at once, so they may arrive in any order.
    const [first, second] = clickIds.map((id) => received.find((json) => json.id === `evt_${id.replaceAll('-', '')}`))
    const scan = received.find(({ type }) => type === 'qr.scanned')
    expect([first?.type, second?.type]).toEqual(['url.clicked', 'url.clicked'])
    expect(scan?.id).not.toBe(second?.id)
    expect(first?.data).toMatchObject({
      id: clickIds[0],
      short_url_id: link.id,
      short_code: link.short_code,
      short_url: link.short_url,
      tags: ['a'],
      country_code: 'gb',
      continent: 'Europe',
      browser: 'Chrome',
      source: 'Search',
      is_qr_scan: false,
      is_bot: false,
    })
    expect(JSON.stringify(receiver.received)).not.toContain('81.2.69')
    expect(second?.data).toMatchObject({ is_qr_scan: true, qr_code_id: codeId, utm_medium: '😀' })
    expect(scan?.data).toMatchObject({ qr_code: { id: codeId }, scan_id: clickIds[1], short_url_id: link.id })
  })

  it('have one row for each batch and webhook, and none without a subscriber', async () => {
    await store([click()])
    expect(await waiting()).toBe(0)
    await listen({ is_active: false })
    await store([click()])
    await listen({ events: ['url.created'] })
    await store([click()])
    expect(await waiting()).toBe(0)
    const [one, two] = [await listen(), await listen()]
    await stores.sql`update webhooks set paused_until = now() + interval '1 hour'`
    const batch = clickBatch([click(), click(), click()])
    await processBatch(pipeline, batch)
    await processBatch(pipeline, batch)
    const rows = await stores.sql`select webhook_id, jsonb_array_length(messages) as length from webhook_batches`
    expect(new Set(rows.map(({ webhook_id, length }) => `${webhook_id} ${length}`))).toEqual(
      new Set([`${one.id} 3`, `${two.id} 3`]),
    )
    expect(await stores.sql`select from webhook_deliveries`).toHaveLength(0)
  })

  it('are selected by include_bots and filters', async () => {
    const other = await shorten({ tags: ['b'] })
    const bot = { user_agent: googlebotAgent }
    await listen({ filters: { tags: ['b'] } })
    await listen({ include_bots: true, filters: { url_ids: [link.id], domains: [new URL(link.short_url).host] } })
    await store([click(), click(bot), click({ link_id: other.id }), click({ link_id: other.id, ...bot })])
    await allSent()
    const told = receiver.received.map(({ json: { data } }) => [data['short_url_id'], data['is_bot']].join(' '))
    expect(told.sort()).toEqual([`${link.id} false`, `${link.id} true`, `${other.id} false`].sort())
  })

  it('get their own row when they fail, and are retried with the same id and body', async () => {
    let refusals = 0
    receiver.answer = ({ json }, response) => {
      const isRefused = json.id.endsWith('7') && refusals++ < 2
      response.writeHead(isRefused ? 500 : 200).end()
    }
    const { id } = await listen()
    await store(Array.from({ length: 20 }, () => click()))
    const deliveries = () => stores.sql`select status, attempts from webhook_deliveries where webhook_id = ${id}`
    await eventually(async () => expect(await deliveries()).toEqual([{ status: 'succeeded', attempts: 3 }]))
    await allSent()
    const bodies = receiver.received.filter(({ json }) => json.id.endsWith('7')).map(({ body }) => body)
    expect([bodies.length, new Set(bodies).size]).toEqual([3, 1])
    expect(new Set(receiver.received.map(({ json }) => json.id)).size).toBe(20)
  })

  /** Answers the first clicks only when the webhook has changed. Returns the id of the webhook. */
  async function changeDuringBatch(change: object): Promise<string> {
    const { id } = await listen()
    let changed: ReturnType<typeof ask> | undefined
    receiver.answer = (_received, response) => {
      changed ??= ask('PUT', `/webhooks/${id}`, change)
      // Then a worker asks again whether the webhook has changed.
      void changed.then(() => sleep(recheckMs)).then(() => response.end())
    }
    await store(Array.from({ length: 100 }, () => click()))
    await eventually(() => expect(changed).toBeDefined())
    expect((await changed)?.status).toBe(200)
    return id
  }
  const idsAt = ({ received }: typeof receiver) => new Set(received.map(({ json }) => json.id)).size

  it('stop when their webhook is turned off, and then continue', async () => {
    const id = await changeDuringBatch({ is_active: false })
    // Released with its progress: the turn is over.
    const released = () => stores.sql`select from webhook_batches where next_index > 0 and next_attempt_at <= now()`
    await eventually(async () => expect(await released()).toHaveLength(1))
    expect(receiver.received.length).toBeLessThanOrEqual(requestsAtOnce)
    await ask('PUT', `/webhooks/${id}`, { is_active: true })
    await allSent()
    await eventually(() => expect(idsAt(receiver)).toBe(100))
  })

  it('stop when their webhook is moved, and then continue at its new URL', async () => {
    const next = await startReceiver()
    const id = await changeDuringBatch({ url: next.url })
    await allSent()
    await eventually(() => expect(idsAt(next)).toBe(100))
    expect(receiver.received.length).toBeLessThanOrEqual(requestsAtOnce)
    await ask('PUT', `/webhooks/${id}`, { url: receiver.url })
    await next.close()
  })
})
