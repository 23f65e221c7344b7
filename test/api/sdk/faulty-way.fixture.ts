import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { onTestFinished } from 'vitest'

type Fault = 'lose-response' | 'too-many' | 'too-many-today' | 'unavailable' | 'slow-end' | 'gateway-timeout'

/** Status and Retry-After of faults that do not reach the API. */
const refusals: Partial<Record<Fault, [number, string]>> = {
  'too-many': [429, '1'],
  'too-many-today': [429, '3600'],
  unavailable: [503, '1'],
}

const slowEndMs = 1_500

/** A proxy in front of the API whose first requests meet these faults. Closed at the end of the test. */
export async function openFaultyWay(target: string, faults: Fault[]) {
  const left = [...faults]
  const way = { url: '', requests: 0, seen: [] as string[] }
  const server = createServer((request, response) => {
    // A browser asks whether it may send the next request.
    const isAsking = request.method === 'OPTIONS'
    if (!isAsking) {
      way.requests += 1
      way.seen.push(`${request.method} ${request.url}`)
    }
    void pass(request, response, isAsking ? undefined : left.shift()).catch(() => response.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  way.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  onTestFinished(close)
  return way

  async function pass(request: IncomingMessage, response: ServerResponse, fault: Fault | undefined) {
    const refusal = fault && refusals[fault]
    if (refusal !== undefined) {
      const [status, seconds] = refusal
      response.writeHead(status, { 'retry-after': seconds }).end('a proxy said this')
      return
    }
    const { method = 'GET', url = '/', headers } = request
    const body = await buffer(request)
    const reply = await fetch(`${target}${url}`, {
      method,
      headers: Object.entries(headers).flatMap(([name, value]): [string, string][] =>
        ['host', 'connection', 'content-length', 'transfer-encoding'].includes(name) ? [] : [[name, String(value)]],
      ),
      ...(body.length > 0 && { body }),
    })
    const text = await reply.text()
    if (fault === 'gateway-timeout') {
      response.writeHead(504).end('a proxy did not wait')
      return
    }
    if (fault === 'lose-response') {
      response.destroy()
      return
    }
    response.writeHead(reply.status, Object.fromEntries(headersOf(reply)))
    if (fault === 'slow-end') {
      response.write(text.slice(0, -1))
      await sleep(slowEndMs)
      response.end(text.slice(-1))
    } else response.end(text)
  }

  function headersOf({ headers }: Response) {
    return [...headers].filter(([name]) => name === 'content-type' || name.startsWith('access-control-'))
  }

  async function close() {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  }
}
