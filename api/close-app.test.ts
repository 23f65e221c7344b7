import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import fastify from 'fastify'
import { expect, it } from 'vitest'
import { closeApp } from './close-app.ts'

it('waits for running requests, but not for connections without one', async () => {
  const app = fastify()
  let started = () => {}
  const running = new Promise<void>((resolve) => {
    started = resolve
  })
  app.get('/slow', async () => {
    started()
    await new Promise((resolve) => setTimeout(resolve, 100))
    return 'done'
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const silent = connect(port, '127.0.0.1')
  await once(silent, 'connect')
  silent.on('error', () => {})
  const response = fetch(`http://127.0.0.1:${port}/slow`)
  await running
  const closed = once(silent, 'close')
  await closeApp(app, 1_000)
  expect(await (await response).text()).toBe('done')
  await closed
})
