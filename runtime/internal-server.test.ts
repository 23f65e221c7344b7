import { Registry } from 'prom-client'
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
