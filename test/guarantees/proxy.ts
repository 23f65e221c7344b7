import type { AddressInfo } from 'node:net'
import { connect, createServer, type Server, type Socket } from 'node:net'

interface Pair {
  client: Socket
  upstream: Socket
  /** The first bytes that the client sent, which identify the connection. */
  said: string
  /** Called with the next response, which is not passed on. */
  caught: (() => Promise<void> | void) | undefined
}

interface Catch {
  marker: string
  /** Called when the response begins to arrive, before the client is cut off. */
  onReply: OnReply
}

type OnReply = (request: string) => Promise<void> | void

/** A request that was intercepted. */
export interface Held {
  /**
   * Sends it now, after `opening`, which sets up a connection if needed; returns the first line of the
   * response, which no client is waiting for.
   */
  deliver(opening?: string): Promise<string>
}

const saidMostBytes = 4_096
/** Without any bytes for this long, an intercepted request is complete. */
const quietMs = 400

const addressOf = (url: string) => {
  const { hostname, port } = new URL(url)
  return { host: hostname, port: Number(port) }
}

/** A network connection between a process and a store that tests can break. */
export class Proxy {
  readonly #server: Server
  #target: { host: string; port: number }
  readonly #pairs = new Set<Pair>()
  readonly #stranded = new Set<Pair>()
  #hole = false
  #deafTo: string | undefined
  #delayMs = 0
  #catch: Catch | undefined
  #hold: { marker: string; onHeld: (held: Held) => void } | undefined

  private constructor(url: string) {
    this.#target = addressOf(url)
    this.#server = createServer((client) => this.#join(client))
  }

  /** Listens on an address of this machine. */
  static async open(url: string, host = '127.0.0.1'): Promise<Proxy> {
    const proxy = new Proxy(url)
    await new Promise<void>((resolve, reject) => {
      proxy.#server.once('error', reject)
      proxy.#server.listen(0, host, resolve)
    })
    return proxy
  }

  /** The URL of the same store through this proxy. */
  route(url: string): string {
    const { address, port } = this.#server.address() as AddressInfo
    const routed = new URL(url)
    routed.host = `${address}:${port}`
    return routed.href
  }

  /** Leads new connections to another server. The ones that are open stay. */
  leadTo(url: string): void {
    this.#target = addressOf(url)
  }

  /** Resets every connection; new ones work. */
  cut(): void {
    for (const pair of this.#pairs) {
      pair.client.resetAndDestroy()
      pair.upstream.destroy()
    }
  }

  /** Keeps connections open but passes nothing on. */
  blackHole(): void {
    this.#hole = true
    for (const { client, upstream } of this.#pairs) for (const socket of [client, upstream]) socket.pause()
  }

  /** Passes nothing on to connections that have sent this text. */
  deafen(said: string): void {
    this.#deafTo = said
  }

  /**
   * Keeps connections that have sent this text open forever without passing anything on, as if the other side
   * were silently gone. New ones work.
   */
  strand(said: string): void {
    for (const pair of this.#pairs) {
      if (!pair.said.includes(said)) continue
      this.#pairs.delete(pair)
      this.#stranded.add(pair)
      for (const socket of [pair.client, pair.upstream]) socket.pause()
    }
  }

  delay(ms: number): void {
    this.#delayMs = ms
  }

  /** Works again at once, and passes on what was held back. */
  pass(): void {
    this.#hole = false
    this.#deafTo = undefined
    this.#delayMs = 0
    for (const { client, upstream } of this.#pairs) for (const socket of [client, upstream]) socket.resume()
  }

  /**
   * Once: passes on the next request with the marker, and cuts its connection when the response arrives.
   * Resolves after that.
   */
  cutReply(marker: string, onReply: OnReply = () => undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#catch = { marker, onReply: (request) => Promise.resolve(onReply(request)).then(resolve, reject) }
    })
  }

  /** Once: intercepts the next request with the marker, and cuts its connection. */
  hold(marker: string): Promise<Held> {
    return new Promise((resolve) => {
      this.#hold = { marker, onHeld: resolve }
    })
  }

  async close(): Promise<void> {
    for (const pair of this.#stranded) this.#pairs.add(pair)
    this.cut()
    await new Promise<void>((resolve) => this.#server.close(() => resolve()))
  }

  #join(client: Socket): void {
    const upstream = connect(this.#target)
    const pair: Pair = { client, upstream, said: '', caught: undefined }
    this.#pairs.add(pair)
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      socket.setNoDelay(true)
      // Broken connections are what these tests are about: the other side notices its own end.
      socket.on('error', () => undefined)
      socket.on('close', () => {
        this.#pairs.delete(pair)
        this.#stranded.delete(pair)
        other.destroy()
      })
      if (this.#hole) socket.pause()
    }
    client.on('data', (chunk) => this.#onRequest(pair, chunk))
    upstream.on('data', (chunk) => this.#onReply(pair, chunk))
  }

  #onRequest(pair: Pair, chunk: Buffer): void {
    if (pair.said.length < saidMostBytes) pair.said += chunk.toString('latin1', 0, saidMostBytes)
    if (this.#hold !== undefined && chunk.includes(this.#hold.marker)) {
      const { onHeld } = this.#hold
      this.#hold = undefined
      void this.#takeOff(pair, chunk).then(onHeld)
      return
    }
    if (this.#catch !== undefined && chunk.includes(this.#catch.marker)) {
      const { onReply } = this.#catch
      const request = chunk.toString('latin1')
      pair.caught = () => onReply(request)
      this.#catch = undefined
    }
    this.#send(pair.client, pair.upstream, chunk)
  }

  #onReply(pair: Pair, chunk: Buffer): void {
    const { caught, said } = pair
    if (this.#deafTo !== undefined && said.includes(this.#deafTo)) return
    if (caught === undefined) return this.#send(pair.upstream, pair.client, chunk)
    pair.upstream.pause()
    void Promise.resolve(caught()).finally(() => {
      pair.client.resetAndDestroy()
      pair.upstream.destroy()
    })
  }

  #send(from: Socket, to: Socket, chunk: Buffer): void {
    if (this.#delayMs > 0) {
      setTimeout(() => to.write(chunk), this.#delayMs)
      return
    }
    if (to.write(chunk)) return
    from.pause()
    to.once('drain', () => this.#hole || from.resume())
  }

  /** Reads the rest of the request, then cuts the connection. */
  async #takeOff(pair: Pair, first: Buffer): Promise<Held> {
    const chunks = [first]
    pair.client.removeAllListeners('data')
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, quietMs)
      pair.client.on('data', (chunk) => {
        chunks.push(chunk)
        timer.refresh()
      })
    })
    pair.client.resetAndDestroy()
    pair.upstream.destroy()
    return { deliver: (opening) => this.#deliver(Buffer.concat(chunks), opening) }
  }

  #deliver(request: Buffer, opening?: string): Promise<string> {
    return new Promise((resolve, reject) => {
      let isOpen = opening === undefined
      const upstream = connect(this.#target, () => upstream.write(opening ?? request))
      upstream.once('error', reject)
      upstream.on('data', (chunk) => {
        if (isOpen) {
          upstream.destroy()
          resolve(chunk.toString('latin1').split('\r\n', 1)[0] ?? '')
        } else {
          isOpen = true
          upstream.write(request)
        }
      })
    })
  }
}
