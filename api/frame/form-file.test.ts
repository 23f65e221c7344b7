import { mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { UploadedFile } from '#schemas/new-import.ts'
import { sendError } from './error-replies.ts'
import { readFileForms } from './form-file.ts'
import { usualTimes } from './request-times.ts'

let app: FastifyInstance
let folder: string

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'waymark-forms-'))
  app = fastify()
  app.setErrorHandler(sendError)
  await app.register(async (scope) => {
    readFileForms(scope, folder, usualTimes.file)
    scope.post('/file', async ({ body }) => {
      const { file: uploaded } = body as { file: UploadedFile }
      let content = ''
      for await (const piece of uploaded.read()) content += piece.toString()
      return { name: uploaded.name, content }
    })
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
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
