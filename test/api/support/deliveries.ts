import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import { eventually } from '../../stack/eventually.ts'
import { deliverySettings, startDelivering } from '../../webhooks/deliver.ts'
import { type Receiver, startReceiver } from '../../webhooks/receiver.ts'
import { expectAllVerify } from '../../webhooks/verifies.ts'
import { ask, create, stores, useWebhooks } from './webhooks.ts'

export let receiver: Receiver
/** Its events are sent to the receiver. */
export let hook: { id: string; secret: string }

/**
 * The API, workers that deliver events, and for every test a receiver with a webhook. Everything it receives
 * must be signed.
 */
export function useDeliveries(): void {
  useWebhooks(deliverySettings)
  let delivering: ReturnType<typeof startDelivering>
  beforeAll(() => {
    delivering = startDelivering(stores)
  })
  afterAll(() => delivering.stop())
  beforeEach(async () => {
    receiver = await startReceiver()
    hook = await create({
      url: receiver.url,
      events: ['url.created', 'url.updated', 'url.deleted', 'campaign.created'],
    })
  })
  afterEach(async () => {
    await stores.sql`update webhooks set is_active = false`
    await receiver.close()
    await expectAllVerify(stores, receiver)
  })
}

export const log = async (query = '') => (await ask('GET', `/webhooks/${hook.id}/deliveries${query}`)).json.data
export const shown = async () => (await ask('GET', `/webhooks/${hook.id}`)).json.data
export const shorten = async (body: Record<string, unknown> = {}) => {
  const { status, json } = await ask('POST', '/short-urls', { url: 'https://example.com/', ...body })
  expect(status).toBe(201)
  return json.data
}
export const got = (least: number) =>
  eventually(() => {
    expect(receiver.received.length).toBeGreaterThanOrEqual(least)
    return receiver.received
  })
