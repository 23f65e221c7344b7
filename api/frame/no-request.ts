import { randomUUID } from 'node:crypto'
import type { Socket } from 'node:net'
import type { ConnectionError } from 'fastify'
import { ApiError } from '#core/api-error.ts'
import { errorBody } from './error-replies.ts'

const known: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: 'the address and the headers are too long',
  ERR_HTTP_REQUEST_TIMEOUT: 'the request did not come in time',
}

/** What never becomes a request, being no HTTP, too long or too slow, is answered as every mistake is, and then hung up on. */
export function answerNoRequest({ code }: ConnectionError, socket: Socket): void {
  if (!socket.writable) return void socket.destroy()
  const refusal = new ApiError('BAD_REQUEST', 'Invalid request', known[code] ?? 'this is not HTTP as we read it')
  const body = JSON.stringify(errorBody(refusal))
  const head = [
    'HTTP/1.1 400 Bad Request',
    'connection: close',
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    `x-request-id: ${randomUUID()}`,
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy())
}
