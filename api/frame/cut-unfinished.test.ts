import { once } from 'node:events'
import { createServer, get, type IncomingMessage } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { signal } from '../../test/stack/signal.ts'
import { cutUnfinished } from './cut-unfinished.ts'

/** Much more than the buffers of two sockets. */
const bytes = 64 * 1024 * 1024
let source: Readable
const server = createServer((_, response) => {
  source = Readable.from(pieces(), { objectMode: false })
  cutUnfinished(response, source, 300)
  response.on('close', () => source.destroy())
  source.pipe(response)
})
beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
})
afterAll(() => server.close())

function* pieces() {
  for (let sent = 0; sent < bytes; sent += 65_536) yield Buffer.alloc(65_536)
}

async function open(): Promise<IncomingMessage> {
  const asked = get({ port: (server.address() as AddressInfo).port, agent: false })
  const [response] = (await once(asked, 'response')) as [IncomingMessage]
  return response
}

it('a file is closed when its client stops reading', async () => {
  const response = await open()
  response.on('error', () => undefined)
  response.once('data', () => response.pause())
  await once(source, 'close')
  expect(source.readableEnded).toBe(false)
  response.destroy()
})

it('a client that keeps reading gets all of it', async () => {
  let received = 0
  for await (const chunk of await open()) received += (chunk as Buffer).length
  expect(received).toBe(bytes)
})

it('a file whose rest cannot be read ends with a reset, also for a proxy with HTTP/1.0', async () => {
  const arrived = signal()
  async function* brokenPieces() {
    yield 'some rows\n'
    await arrived.given
    throw new Error('the store is away')
  }
  const broken = createServer((_, response) => {
    const file = Readable.from(brokenPieces(), { objectMode: false })
    cutUnfinished(response, file)
    file.on('error', () => response.destroy())
    file.pipe(response)
  })
  await once(broken.listen(0, '127.0.0.1'), 'listening')
  const socket = connect((broken.address() as AddressInfo).port, '127.0.0.1')
  socket.write('GET / HTTP/1.0\r\n\r\n')
  let received = ''
  socket.on('data', (data) => {
    received += String(data)
    if (received.includes('some rows')) arrived.give()
  })
  const [error] = await once(socket, 'error')
  expect(error).toMatchObject({ code: 'ECONNRESET' })
  expect(received).toContain('some rows')
  broken.close()
})
