import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach } from 'vitest'

export interface Reply {
  status?: number
  headers?: Record<string, string>
  /** A text is sent as it is, anything else as JSON. */
  body?: unknown
}

interface Asked {
  url: URL
  headers: Record<string, string | string[] | undefined>
}

export interface Service {
  url: string
  /** Paths with queries, in order. */
  calls: string[]
  /** Sent instead of the next replies. */
  troubles: Reply[]
  /** Runs before the reply to the call with this number. The first one is 1. */
  onCall?: (number: number) => Promise<unknown> | void
}

export const token = 'token-of-the-service'

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

/** A server that speaks the API of a service, until the test ends. `isAllowed` judges the header with the token. */
export async function serve(
  isAllowed: (headers: Asked['headers']) => boolean,
  refusal: Reply,
  answer: (asked: Asked) => Reply,
): Promise<Service> {
  const calls: string[] = []
  const troubles: Reply[] = []
  const service: Service = { url: '', calls, troubles }
  const server = createServer((request, response) => void reply(request, response)).listen(0, '127.0.0.1')
  async function reply(request: IncomingMessage, response: ServerResponse) {
    const url = new URL(request.url ?? '/', 'http://service')
    calls.push(`${url.pathname}${url.search}`)
    await service.onCall?.(calls.length)
    const { headers } = request
    const reply = troubles.shift() ?? (isAllowed(headers) ? answer({ url, headers }) : refusal)
    const { status = 200, body = '' } = reply
    response.writeHead(status, { 'content-type': 'application/json', ...reply.headers })
    response.end(typeof body === 'string' ? body : JSON.stringify(body))
  }
  await new Promise((resolve) => server.once('listening', resolve))
  closing.push(() => {
    server.closeAllConnections()
    return new Promise((resolve) => server.close(resolve))
  })
  service.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return service
}

export const numberIn = (url: URL, name: string, standard: number): number =>
  Number(url.searchParams.get(name) ?? standard)

/** The part of a list after the item with this ID. */
export function after<Item extends { id: string }>(items: readonly Item[], id: string | null): Item[] {
  return items.slice(id === null ? 0 : items.findIndex((item) => item.id === id) + 1)
}
