import { randomUUID } from 'node:crypto'
import type { Socket } from 'node:net'
import type { ConnectionError } from 'fastify'
import { badRequest } from '#core/api-error.ts'
import { errorBody } from './error-replies.ts'

const known: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: 'The URL and the headers are too long. Shorten them.',
  ERR_HTTP_REQUEST_TIMEOUT: 'The request took too long to arrive. Try again.',
}

/** Refuses invalid, too large, or too slow HTTP like any other mistake, and then closes the connection. */
export function answerNoRequest({ code }: ConnectionError, socket: Socket): void {
  if (!socket.writable) return void socket.destroy()
  const refusal = badRequest(known[code] ?? 'The request is not valid HTTP.')
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
