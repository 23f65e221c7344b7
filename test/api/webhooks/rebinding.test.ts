import { Resolver } from 'node:dns/promises'
import { createServer } from 'node:net'
import { Registry } from 'prom-client'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { SecretKeys } from '#runtime/secret-keys.ts'
import { serveEndpoint } from '../../../workers/webhooks/serve-endpoint.ts'
import { createWebhookMetrics } from '../../../workers/webhooks/webhook-metrics.ts'
import { startDns, type TestDns } from '../../dns/dns-server.ts'
import { startReceiver } from '../../webhooks/receiver.ts'
import { ask, create, stores, useWebhooks } from '../support/webhooks.ts'

useWebhooks({ WEBHOOK_TIME_FACTOR: '0.00002' })

let dns: TestDns
/** The response to the first query; the last one repeats. */
let answers: { type: 'A' | 'AAAA'; address: string }[]
let asked: number
beforeAll(async () => {
  dns = await startDns()
})
afterAll(() => dns.close())

/** Queries a real DNS server whose owner changes the response every time. */
async function resolve(host: string): Promise<string[]> {
  const answer = answers[Math.min(asked, answers.length - 1)]
  asked += 1
  for (const type of ['A', 'AAAA'] as const) dns.set(host, type, ...(answer?.type === type ? [answer.address] : []))
  const resolver = new Resolver()
  resolver.setServers([dns.address])
  const found = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
  return found.flatMap((each) => (each.status === 'fulfilled' ? each.value : []))
}

function begin(...said: typeof answers): void {
  answers = said
  asked = 0
}

/** Short enough to wait for an attempt, long enough that a turn makes one. */
const timeFactor = 0.1
const never = new AbortController().signal
/** One turn of the worker. */
const serve = (id: string, allowPrivate: boolean) => {
  const metrics = createWebhookMetrics(new Registry())
  const secretKeys = new SecretKeys(stores.config)
  const signals = { stopping: never, stopped: never }
  return serveEndpoint({ sql: stores.sql, secretKeys, metrics, allowPrivate, timeFactor, ...signals, resolve }, id)
}

const lastTry = async (id: string) => (await ask('GET', `/webhooks/${id}/deliveries`)).json.data[0]
const due = (id: string) => stores.sql`
  with again as (update webhooks set paused_until = null where id = ${id})
  update webhook_deliveries set next_attempt_at = now() where webhook_id = ${id}`

it('a delivery to a name that is public at the check and private at the connection reaches nothing internal', async () => {
  let visits = 0
  const inside = createServer((socket) => {
    visits += 1
    socket.destroy()
  }).listen(0, '127.0.0.1')
  await new Promise((done) => inside.once('listening', done))
  const { port } = inside.address() as { port: number }
  // Public by its range, but unassigned: a connection to it ends in this machine.
  begin({ type: 'AAAA', address: '2000::1' }, { type: 'A', address: '127.0.0.1' })
  const { id } = await create({ url: `https://rebinding.example:${port}/`, events: ['url.created'] })
  await ask('POST', `/webhooks/${id}/test`)
  await serve(id, false)
  expect({ asked, visits }).toEqual({ asked: 1, visits: 0 })
  expect(await lastTry(id)).toMatchObject({ status: 'pending', attempts: 1, response: null })
  await due(id)
  await serve(id, false)
  expect({ asked, visits }, 'the next turn resolves again, and does not connect').toEqual({ asked: 2, visits: 0 })
  const { error } = await lastTry(id)
  expect(error).toBe('Blocked: rebinding.example is not a public address')
  await new Promise((done) => inside.close(done))
})

it('all deliveries of a turn go to the checked IP address, even if DNS changes', async () => {
  const receiver = await startReceiver()
  const { port } = new URL(receiver.url)
  begin({ type: 'A', address: '127.0.0.1' }, { type: 'A', address: '127.0.0.9' })
  const { id } = await create({ url: 'https://moving.example/', events: ['url.created'] })
  await stores.sql`update webhooks set url = ${`http://moving.example:${port}/`} where id = ${id}`
  for (let index = 0; index < 12; index += 1) await ask('POST', `/webhooks/${id}/test`)
  await serve(id, true)
  expect(asked).toBe(1)
  expect(receiver.received).toHaveLength(12)
  const { json } = await ask('GET', `/webhooks/${id}/deliveries?status=succeeded`)
  expect(json.data).toHaveLength(12)
  await receiver.close()
})
