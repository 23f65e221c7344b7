import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Received {
  headers: Record<string, string>
  body: string
  json: { id: string; type: string; created_at: string; api_version: string; data: Record<string, unknown> }
  at: number
}

export interface Receiver {
  url: string
  received: Received[]
  /** Its response from now on; 200 by default. */
  answer: (received: Received, response: ServerResponse, request: IncomingMessage) => void
  close(): Promise<void>
}

/** A webhook endpoint: an HTTP server that stores what it gets. */
export async function startReceiver(): Promise<Receiver> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('error', () => undefined)
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString()
      const headers = request.headers as Record<string, string>
      const got = { headers, body, json: JSON.parse(body) as Received['json'], at: Date.now() }
      receiver.received.push(got)
      receiver.answer(got, response, request)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const receiver: Receiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received: [],
    answer: (_received, response) => void response.end('thanks'),
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return receiver
}
