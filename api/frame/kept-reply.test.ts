import { Readable } from 'node:stream'
import { expect, it } from 'vitest'
import { keepReply, readKeptReply } from './kept-reply.ts'

it('stores JSON unchanged', () => {
  const body = '{"success":true,"data":"\\n"}'
  expect(keepReply({ body, headers: { 'x-other': '1' } }).toString()).toBe(body)
  expect(readKeptReply(Buffer.from(body))).toEqual({ body, headers: {} })
})

it('stores a file with its headers, byte for byte', () => {
  const reply = { body: Buffer.from([0, 10, 123, 255, 10]), headers: { 'content-type': 'image/png', etag: '"a"' } }
  expect(readKeptReply(keepReply(reply))).toEqual(reply)
})

it('throws for a stream', () => {
  expect(() => keepReply({ body: Readable.from([]), headers: {} })).toThrow()
})
