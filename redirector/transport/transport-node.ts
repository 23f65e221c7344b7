import cluster from 'node:cluster'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Answer } from '../visit/answer.ts'
import type { Address, Exchange, Handle, Transport, VisitHeader } from './exchange.ts'

/** A client that has not sent its headers by then is cut off. */
const headersTimeoutMs = 10_000
const cannotShare =
  'several redirectors share a port through node:http only with TRANSPORT=node, on this version of Node'

export function createNodeTransport(handle: Handle): Transport {
  return new NodeTransport(handle)
}

class NodeTransport implements Transport {
  readonly name = 'node'
  readonly #server: Server
  #draining = false

  constructor(handle: Handle) {
    this.#server = createServer({ headersTimeout: headersTimeoutMs }, (request, response) => {
      handle(new NodeExchange(request, response, this.#draining))
    })
  }

  listen({ host, port, shared }: Address): Promise<number> {
    // What a cluster shares it shares by itself. Node 20 does not know reusePort.
    const where = { host, port, ...(shared && cluster.isPrimary && { reusePort: true }) }
    return new Promise((resolve, reject) => {
      this.#server.once('error', (error: NodeJS.ErrnoException) =>
        reject(shared && error.code === 'EADDRINUSE' ? new Error(cannotShare, { cause: error }) : error),
      )
      this.#server.listen(where, () => resolve((this.#server.address() as AddressInfo).port))
    })
  }

  drain(): void {
    this.#draining = true
  }

  stopListening(): void {
    this.#server.close()
  }

  async close(): Promise<void> {
    this.#server.close()
    this.#server.closeAllConnections()
  }
}

class NodeExchange implements Exchange {
  readonly method: string
  readonly path: string
  readonly #query: string
  readonly #request: IncomingMessage
  readonly #response: ServerResponse
  readonly #close: boolean
  #address: string | undefined

  constructor(request: IncomingMessage, response: ServerResponse, close: boolean) {
    const url = request.url ?? '/'
    const mark = url.indexOf('?')
    this.method = request.method ?? ''
    this.path = mark === -1 ? url : url.slice(0, mark)
    this.#query = mark === -1 ? '' : url.slice(mark + 1)
    this.#request = request
    this.#response = response
    this.#close = close
  }

  query(): string {
    return this.#query
  }

  header(name: VisitHeader): string {
    const value = this.#request.headers[name]
    return typeof value === 'string' ? value : ''
  }

  /** Joined by node:http. */
  forwardedFor(): string {
    const value = this.#request.headers['x-forwarded-for']
    return typeof value === 'string' ? value : ''
  }

  remoteAddress(): string {
    return this.#address ?? this.#request.socket.remoteAddress ?? ''
  }

  get isOver(): boolean {
    return this.#response.destroyed || this.#response.writableEnded
  }

  /** node:http keeps all else of the request as long as its response; therefore there is nothing to hold either. */
  keep(): void {
    this.#address = this.#request.socket.remoteAddress
  }

  hold(): void {}

  readBody(mostBytes: number): Promise<string | null> {
    return new Promise((resolve) => {
      const chunks: Buffer[] = []
      let bytes = 0
      this.#request.on('data', (chunk: Buffer) => {
        bytes += chunk.length
        if (bytes > mostBytes) return resolve(null)
        chunks.push(chunk)
      })
      this.#request.on('end', () => resolve(Buffer.concat(chunks).toString()))
      this.#request.on('close', () => resolve(null))
    })
  }

  answer({ status, headers, body }: Answer): void {
    if (this.isOver) return
    for (const [name, value] of headers) this.#response.setHeader(name, value)
    this.#response.setHeader('Content-Length', Buffer.byteLength(body))
    if (this.#close) this.#response.setHeader('Connection', 'close')
    this.#response.writeHead(status).end(this.method === 'HEAD' ? undefined : body)
  }
}
