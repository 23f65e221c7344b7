import { Gauge, Registry } from 'prom-client'
import { expect, it, onTestFinished } from 'vitest'
import { startInternalServer } from './internal-server.ts'

it.each([undefined, '0.0.0.0'])('listens on loopback, or on the address of the setting (%s)', async (host) => {
  const server = await startInternalServer({ ...(host && { host }), port: 0, registry: new Registry(), checks: {} })
  onTestFinished(() => server.close())
  const ask = (address: string) =>
    fetch(`http://${address}:${server.port}/healthz`).then(
      ({ status }) => status,
      () => 'refused',
    )
  expect(await ask('127.0.0.1')).toBe(200)
  // Another address of this machine.
  expect(await ask('127.0.0.2')).toBe(host === undefined ? 'refused' : 200)
})

it('responds with an error if a metric cannot be read', async () => {
  const registry = new Registry()
  const collect = async () => {
    throw new Error('the folder is gone')
  }
  new Gauge({ name: 'broken', help: 'Fails.', registers: [registry], collect })
  const server = await startInternalServer({ port: 0, registry, checks: {} })
  onTestFinished(() => server.close())
  expect((await fetch(`http://127.0.0.1:${server.port}/metrics`)).status).toBe(500)
  expect((await fetch(`http://127.0.0.1:${server.port}/healthz`)).status).toBe(200)
})
