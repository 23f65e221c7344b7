import type { HttpRequest, HttpResponse, TemplatedApp, us_listen_socket } from 'uWebSockets.js'
import { STATUS_CODES } from 'node:http'
import { createServer } from 'node:net'
import type { Answer } from '../visit/answer.ts'
import type { Address, Exchange, Handle, Transport, VisitHeader } from './exchange.ts'
import { importUws } from './load-uws.ts'
import { PeerTexts } from './peer-texts.ts'
import { hasSeveralLengths, joinForwardedFor, readHeaders } from './uws-headers.ts'

type UWebSockets = Awaited<ReturnType<typeof importUws>>

export const loadUws = async (handle: Handle): Promise<Transport> => new UwsTransport(await importUws(), handle)

class UwsTransport implements Transport {
  readonly name = 'uws'
  readonly #uws: UWebSockets
  readonly #app: TemplatedApp
  readonly #handle: Handle
  readonly #peers = new PeerTexts()
  #socket: us_listen_socket | undefined
  #draining = false

  constructor(uws: UWebSockets, handle: Handle) {
    this.#uws = uws
    this.#handle = handle
    this.#app = uws
      .App()
      .get('/*', (res, req) => this.#take(res, req, 'GET'))
      .any('/*', (res, req) => this.#take(res, req, req.getCaseSensitiveMethod()))
  }

  async listen({ host, port, shared }: Address): Promise<number> {
    if (!shared) await probePort(host, port)
    return new Promise((resolve, reject) => {
      this.#app.listen(host, port, (socket) => {
        if (socket === false) return reject(new Error(`cannot listen on ${host}:${port}`))
        this.#socket = socket
        resolve(this.#uws.us_socket_local_port(socket))
      })
    })
  }

  drain(): void {
    this.#draining = true
  }

  stopListening(): void {
    if (this.#socket !== undefined) this.#uws.us_listen_socket_close(this.#socket)
    this.#socket = undefined
  }

  async close(): Promise<void> {
    this.stopListening()
    this.#app.close()
  }

  #take(res: HttpResponse, req: HttpRequest, method: string): void {
    if (hasSeveralLengths(req, method)) return void res.close()
    const exchange = new UwsExchange({ res, req, method, close: this.#draining, peers: this.#peers })
    this.#handle(exchange)
    exchange.leave()
  }
}

/** uWebSockets.js would silently share a port that is in use and take over visits of the other process. */
function probePort(host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen({ host, port, exclusive: true }, () => probe.close(() => resolve()))
  })
}

const statusLines: Record<number, string> = Object.fromEntries(
  Object.entries(STATUS_CODES).map(([status, text]) => [status, `${status} ${text}`]),
)

/** The native request is only valid until its handler returns; the response until it is sent or aborted. */
class UwsExchange implements Exchange {
  readonly method: string
  readonly path: string
  readonly #res: HttpResponse
  readonly #close: boolean
  readonly #peers: PeerTexts
  #req: HttpRequest | undefined
  #kept: Kept | undefined
  #held = false
  /** Cached, because reading it takes 0.5 µs. */
  #peer: string | undefined
  #forwardedFor: string | undefined
  #onGone: (() => void) | undefined
  #done = false

  constructor({ res, req, method, close, peers }: Arrival) {
    this.#res = res
    this.#req = req
    this.#close = close
    this.#peers = peers
    this.method = method
    this.path = req.getUrl()
  }

  query(): string {
    return this.#req === undefined ? (this.#kept?.query ?? '') : (this.#req.getQuery() ?? '')
  }

  /** Returns the first header of that name. */
  header(name: VisitHeader): string {
    return this.#req === undefined ? (this.#kept?.headers[name] ?? '') : this.#req.getHeader(name)
  }

  forwardedFor(): string {
    if (this.#req !== undefined) this.#forwardedFor ??= joinForwardedFor(this.#req)
    return this.#forwardedFor ?? ''
  }

  traceparent(): string {
    return this.#req?.getHeader('traceparent') ?? ''
  }

  remoteAddress(): string {
    if (this.#req !== undefined) this.#peer ??= this.#peers.read(this.#res.getRemoteAddress())
    return this.#peer ?? ''
  }

  get isOver(): boolean {
    return this.#done
  }

  keep(withForwardedFor: boolean): void {
    const req = this.#req
    if (req === undefined) return
    if (withForwardedFor) this.forwardedFor()
    this.remoteAddress()
    this.#kept = { query: this.query(), headers: readHeaders(req) }
  }

  hold(): void {
    if (this.#held || this.#done) return
    this.#held = true
    this.#res.onAborted(() => {
      this.#done = true
      this.#onGone?.()
    })
  }

  readBody(mostBytes: number): Promise<string | null> {
    this.hold()
    if (this.#hasNoBody()) return Promise.resolve('')
    return new Promise((resolve) => {
      const chunks: Buffer[] = []
      let bytes = 0
      this.#onGone = () => resolve(null)
      this.#res.onData((chunk, isLast) => {
        bytes += chunk.byteLength
        if (bytes > mostBytes) return resolve(null)
        // Copied, because the memory is reused after this callback.
        chunks.push(Buffer.from(new Uint8Array(chunk)))
        if (isLast) resolve(Buffer.concat(chunks).toString())
      })
    })
  }

  /** If the head arrived in parts, the end of an empty body is never reported. */
  #hasNoBody(): boolean {
    const req = this.#req
    return req?.getHeader('transfer-encoding') === '' && Number(req.getHeader('content-length')) === 0
  }

  answer(answer: Answer): void {
    if (this.#done) return
    this.#done = true
    if (this.#held) this.#res.cork(() => this.#write(answer))
    else this.#write(answer)
  }

  /**
   * Called when the handler has returned: reading the native request now would read freed memory. A visit that was
   * neither answered nor held would crash the process.
   */
  leave(): void {
    this.#req = undefined
    if (!this.#done && !this.#held) this.#res.close()
  }

  #write(answer: Answer): void {
    const res = this.#res
    answer.head ??= headOf(answer)
    res.writeStatus(answer.head)
    if (this.method === 'HEAD') this.#endHead(answer.body)
    else res.end(answer.body, this.#close)
  }

  /**
   * Never call endWithoutBody(length): the response would still wait for its body, the next request on the connection
   * would abort it, and returning from the handler would then crash the process.
   */
  #endHead(body: string): void {
    if (this.#close) this.#res.writeHeader('Connection', 'close')
    this.#res.writeHeader('Content-Length', String(Buffer.byteLength(body))).endWithoutBody()
  }
}

/** uWebSockets.js appends it to "HTTP/1.1 " unchanged. One string, because each native call takes about 0.1 µs. */
function headOf({ status, headers }: Answer): string {
  let head = statusLines[status] ?? String(status)
  for (const [name, value] of headers) head += `\r\n${name}: ${value}`
  return head
}

interface Arrival {
  res: HttpResponse
  req: HttpRequest
  method: string
  close: boolean
  peers: PeerTexts
}

interface Kept {
  query: string
  headers: Record<VisitHeader, string>
}
