import { mkdtempSync, readdirSync, readlinkSync, rmSync } from 'node:fs'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { UploadedFile } from '#schemas/new-import.ts'
import { eventually } from '../../test/stack/eventually.ts'
import { sendError } from './error-replies.ts'
import { readFileForms } from './form-file.ts'
import { usualTimes } from './request-times.ts'

let app: FastifyInstance
let folder: string
/** Awaited before forms are read, and before their handler reads the file. */
let [beforeForm, beforeFile] = [async () => {}, async () => {}]
let contents: string[] = []

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'waymark-forms-'))
  app = fastify()
  app.setErrorHandler(sendError)
  await app.register(async (scope) => {
    scope.addHook('preParsing', async () => await beforeForm())
    readFileForms(scope, folder, usualTimes.file)
    scope.post('/file', async ({ body }) => {
      const { file: uploaded } = body as { file: UploadedFile }
      await beforeFile()
      let content = ''
      for await (const piece of uploaded.read()) content += piece.toString()
      contents.push(content)
      return { name: uploaded.name, content }
    })
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
})
beforeEach(() => {
  ;[beforeForm, beforeFile, contents] = [async () => {}, async () => {}, []]
})
afterAll(async () => {
  await app.close()
  rmSync(folder, { recursive: true })
})

const part = (rest: string) => `--b\r\ncontent-disposition: form-data; name="${rest}`
const file = part('file"; filename="a.csv"\r\n\r\nabc')

async function send(body: string) {
  const { port } = app.server.address() as AddressInfo
  const headers = { 'content-type': 'multipart/form-data; boundary=b' }
  const response = await fetch(`http://127.0.0.1:${port}/file`, { method: 'POST', headers, body })
  return { status: response.status, text: await response.text() }
}

it.each([
  ['a file in another field', part('x"; filename="a"\r\n\r\nabc')],
  ['the file', file],
  ['a second file', `${file}\r\n${part('file"; filename="b"\r\n\r\nabc')}`],
  ['a field', part('source"\r\n\r\ncs')],
  ['the headers of a part', part('file"; file')],
  ['its first boundary', '--b'],
])('a form that ends in the middle of %s is refused, and the next one is read', async (_name, form) => {
  expect(await send(form)).toEqual({ status: 400, text: expect.stringContaining('"BAD_REQUEST"') })
  expect(await send(`${file}\r\n--b--\r\n`)).toEqual({ status: 200, text: '{"name":"a.csv","content":"abc"}' })
})

/** Files of this process in the folder, also those without a name. */
const openFiles = () =>
  readdirSync('/proc/self/fd').filter((fd) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`).startsWith(folder)
    } catch {
      // Closed in the meantime.
      return false
    }
  }).length

/** Sends the start of a form, or all of it. */
function begin(body: string, length = body.length): Socket {
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  socket.on('error', () => undefined)
  const head = ['POST /file HTTP/1.1', 'host: x', 'content-type: multipart/form-data; boundary=b']
  socket.write([...head, `content-length: ${length}`, '', body].join('\r\n'))
  return socket
}

/** Ends the connection, and waits until the server knows. */
async function leave(socket: Socket): Promise<void> {
  const connections = () => new Promise((resolve) => app.server.getConnections((_, count) => resolve(count)))
  const before = Number(await connections())
  socket.destroy()
  await eventually(async () => expect(await connections()).toBeLessThan(before))
}

describe.skipIf(process.platform !== 'linux')('the file of a client that leaves is closed', () => {
  const whole = `${file}\r\n--b--\r\n`
  /** Soon: the garbage collector would close it later. */
  const closes = () => eventually(() => expect(openFiles()).toBe(0), 5_000)

  it('when it leaves in the middle of the file', async () => {
    const socket = begin(file, 1_000)
    await eventually(() => expect(openFiles()).toBe(1))
    await leave(socket)
    await closes()
  })

  it('when it leaves while the handler runs, which still reads all of it', async () => {
    let [isRunning, hasLeft] = [false, false]
    beforeFile = () => {
      isRunning = true
      return eventually(() => expect(hasLeft).toBe(true))
    }
    const socket = begin(whole)
    await eventually(() => expect(isRunning).toBe(true))
    expect(openFiles()).toBe(1)
    await leave(socket)
    hasLeft = true
    await eventually(() => expect(contents).toEqual(['abc']))
    await closes()
  })

  it('when it leaves before its form is read, and others can upload', async () => {
    for (let times = 0; times < 5; times++) {
      let [hasArrived, hasLeft] = [false, false]
      beforeForm = () => {
        hasArrived = true
        return eventually(() => expect(hasLeft).toBe(true))
      }
      const socket = begin(file, 1_000)
      await eventually(() => expect(hasArrived).toBe(true))
      await leave(socket)
      hasLeft = true
    }
    beforeForm = async () => {}
    await closes()
    expect(await send(whole)).toEqual({ status: 200, text: '{"name":"a.csv","content":"abc"}' })
  })
})
