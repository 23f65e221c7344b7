import { afterAll, beforeAll, expect, it } from 'vitest'
import { startDns, type TestDns } from '../../dns/dns-server.ts'
import { eventually } from '../../stack/eventually.ts'
import { deliverySettings, startDelivering } from '../../webhooks/deliver.ts'
import { startReceiver } from '../../webhooks/receiver.ts'
import { ask, create, stores, useWebhooks } from '../support/webhooks.ts'

useWebhooks(deliverySettings)

let dns: TestDns
let delivering: ReturnType<typeof startDelivering>
beforeAll(async () => {
  dns = await startDns()
  dns.set('hook.example', 'A', '127.0.0.1')
  delivering = startDelivering({ ...stores, config: { ...stores.config, DNS_SERVERS: [dns.address] } })
})
afterAll(async () => {
  await delivering.stop()
  await dns.close()
})

it('an endpoint is found with the DNS servers of the settings', async () => {
  const receiver = await startReceiver()
  const url = receiver.url.replace('127.0.0.1', 'hook.example')
  const { id } = await create({ url, events: ['url.created'] })
  await ask('POST', `/webhooks/${id}/test`)
  await eventually(() => expect(receiver.received).toHaveLength(1))
  await receiver.close()
})
