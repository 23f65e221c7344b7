import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { UploadedFile } from '#schemas/new-import.ts'
import { eventually } from '../../test/stack/eventually.ts'
import { sendError } from './error-replies.ts'
import { readFileForms } from './form-file.ts'
import { answerNoRequest } from './no-request.ts'
import { limitRequestTimes, type RequestTimes } from './request-times.ts'

const times: RequestTimes = { headersMs: 60_000, bodyMs: 400, file: { periodMs: 1_500, leastBytes: 1_000 } }
const account = 'x-account'
const boundary = 'edge'
const formStart = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="a.csv"\r\n\r\n`
const formEnd = `\r\n--${boundary}--\r\n`

let app: FastifyInstance
let folder: string
let arrived = 0

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'waymark-times-'))
  app = fastify({ clientErrorHandler: answerNoRequest })
  app.setErrorHandler(sendError)
  limitRequestTimes(app, times)
  app.post('/json', async ({ body }) => body)
  await app.register(async (scope) => {
    scope.addHook('onRequest', async (request) => {
      arrived += 1
      request.caller = { account: { id: request.headers[account] } } as never
    })
    readFileForms(scope, folder, times.file)
    scope.post('/file', async ({ body }) => ({ bytes: (body as { file: UploadedFile }).file.bytes }))
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(async () => {
  await app.close()
  rmSync(folder, { recursive: true })
})

async function open(path: string, type: string, length: number, headers = ''): Promise<Socket> {
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  await once(socket, 'connect')
  socket.on('error', () => undefined)
  socket.write(
    `POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-type: ${type}\r\ncontent-length: ${length}\r\n${headers}\r\n`,
  )
  return socket
}

const openForm = (bytes: number, of = 'one') =>
  open(
    '/file',
    `multipart/form-data; boundary=${boundary}`,
    bytes + formStart.length + formEnd.length,
    `${account}: ${of}\r\nconnection: close\r\n`,
  )

it('a body that does not arrive in time is refused, and the connection closed', async () => {
  const socket = await open('/json', 'application/json', 10)
  socket.write('{')
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 400 [^]*The request took too long to arrive/)
})

it('an injected request has no timer', async () => {
  const { body } = await app.inject({ method: 'POST', url: '/json', body: { a: 1 } })
  expect(body).toBe('{"a":1}')
  await sleep(2 * times.bodyMs)
})

it('a connection that is kept open after a request is not closed', async () => {
  const socket = await open('/json', 'application/json', 2)
  socket.write('{}')
  await once(socket, 'data')
  await sleep(2 * times.bodyMs)
  socket.write('GET /nothing HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n')
  expect(await text(socket)).toContain('HTTP/1.1 404')
})

it('a file may take longer than other bodies while it arrives, and is refused when it stops', async () => {
  const steps = 10
  const bytes = 2_000
  const arriving = await openForm(steps * bytes)
  const stopping = await openForm(steps * bytes)
  const refused = text(stopping)
  arriving.write(formStart)
  stopping.write(formStart)
  for (let step = 0; step < steps; step += 1) {
    arriving.write('x'.repeat(bytes))
    await sleep(times.file.periodMs / 6)
  }
  arriving.write(formEnd)
  expect(await text(arriving)).toContain(`{"bytes":${steps * bytes}}`)
  expect(await refused).toContain('The request took too long to arrive')
})

it('two files of an account can arrive at the same time, and one of another account', async () => {
  const before = arrived
  const first = await Promise.all([openForm(1), openForm(1)])
  await eventually(async () => expect(arrived).toBe(before + 2))
  expect(await text(await openForm(1))).toContain('HTTP/1.1 503')
  const other = await openForm(1, 'two')
  other.write(`${formStart}x${formEnd}`)
  expect(await text(other)).toContain('{"bytes":1}')
  for (const socket of first) {
    socket.write(`${formStart}x${formEnd}`)
    expect(await text(socket)).toContain('{"bytes":1}')
  }
  const again = await openForm(1)
  again.write(`${formStart}x${formEnd}`)
  expect(await text(again)).toContain('{"bytes":1}')
})
