import cluster from 'node:cluster'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Answer } from '../visit/answer.ts'
import type { Address, Exchange, Handle, Transport, VisitHeader } from './exchange.ts'

/** Clients that have not sent their headers by then are disconnected. */
const headersTimeoutMs = 10_000
const cannotShare =
  'On this version of Node.js, redirectors can share a port with node:http only if TRANSPORT=node is set.'

/** http://host/path, as clients send it to proxies. */
const absoluteForm = /^https?:\/\/([^/?#@]+)([^]*)$/i

export class NodeTransport implements Transport {
  readonly name = 'node'
  readonly #server: Server
  #draining = false

  constructor(handle: Handle) {
    this.#server = createServer({ headersTimeout: headersTimeoutMs }, (request, response) => {
      handle(new NodeExchange(request, response, this.#draining))
    })
  }

  listen({ host, port, shared }: Address): Promise<number> {
    // A cluster shares its ports automatically. Node 20 does not support reusePort.
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
    const target = request.url ?? '/'
    const url = target.startsWith('/') ? target : readAbsolute(target, request.headers.host)
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

  /** node:http joins the lines. */
  forwardedFor(): string {
    const value = this.#request.headers['x-forwarded-for']
    return typeof value === 'string' ? value : ''
  }

  traceparent(): string {
    const value = this.#request.headers['traceparent']
    return typeof value === 'string' ? value : ''
  }

  remoteAddress(): string {
    return this.#address ?? this.#request.socket.remoteAddress ?? ''
  }

  get isOver(): boolean {
    return this.#response.destroyed || this.#response.writableEnded
  }

  /** node:http keeps the rest of the request as long as its response, so hold() has nothing to do. */
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

/** The path and query of a full URL. Unchanged, so that it is not found, if the Host header names another host. */
function readAbsolute(target: string, header = ''): string {
  const [, host, rest = ''] = absoluteForm.exec(target) ?? []
  if (host?.toLowerCase() !== header.toLowerCase()) return target
  return rest.startsWith('/') ? rest : `/${rest}`
}
