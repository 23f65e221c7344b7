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
export function answerNoRequest({ code, rawPacket }: ConnectionError & { rawPacket?: unknown }, socket: Socket): void {
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
  const text = `${head.join('\r\n')}\r\n\r\n`
  socket.end(asksForHead(rawPacket) ? text : text + body, () => socket.destroy())
}

/** The response to HEAD has no body. If the request came in pieces, this is the last one, and the method is unknown. */
const asksForHead = (packet: unknown): boolean =>
  packet instanceof Buffer && packet.toString('latin1', 0, headMethod.length) === headMethod
const headMethod = 'HEAD '
