import type { AddressInfo } from 'node:net'
import { connect, createServer, type Server, type Socket } from 'node:net'

interface Pair {
  client: Socket
  upstream: Socket
  /** The beginning of what the client has said: it tells connections apart. */
  said: string
  /** The next reply is not passed on. */
  caught: (() => Promise<void> | void) | undefined
}

interface Catch {
  marker: string
  /** Called when the reply has begun to arrive; the client is cut off after it. */
  onReply: OnReply
}

type OnReply = (request: string) => Promise<void> | void

/** A request that was taken off the wire. */
export interface Held {
  /** Sends it on now, after what opens a connection, if anything; answers the first line of its reply, which nobody else waits for. */
  deliver(opening?: string): Promise<string>
}

const saidMostBytes = 4_096
/** No byte for this long: the request that is being held is complete. */
const quietMs = 400

/** A piece of network between a process and a store, which a test can break. */
export class Proxy {
  readonly #server: Server
  readonly #target: { host: string; port: number }
  readonly #pairs = new Set<Pair>()
  readonly #stranded = new Set<Pair>()
  #hole = false
  #deafTo: string | undefined
  #delayMs = 0
  #catch: Catch | undefined
  #hold: { marker: string; onHeld: (held: Held) => void } | undefined

  private constructor(url: string) {
    const { hostname, port } = new URL(url)
    this.#target = { host: hostname, port: Number(port) }
    this.#server = createServer((client) => this.#join(client))
  }

  static async open(url: string): Promise<Proxy> {
    const proxy = new Proxy(url)
    await new Promise<void>((resolve, reject) => {
      proxy.#server.once('error', reject)
      proxy.#server.listen(0, '127.0.0.1', resolve)
    })
    return proxy
  }

  /** The same store, behind this proxy. */
  route(url: string): string {
    const routed = new URL(url)
    routed.hostname = '127.0.0.1'
    routed.port = String((this.#server.address() as AddressInfo).port)
    return routed.href
  }

  /** Every connection ends with a reset; new ones work. */
  cut(): void {
    for (const pair of this.#pairs) {
      pair.client.resetAndDestroy()
      pair.upstream.destroy()
    }
  }

  /** Connections stand, and nothing comes through any more. */
  blackHole(): void {
    this.#hole = true
    for (const { client, upstream } of this.#pairs) for (const socket of [client, upstream]) socket.pause()
  }

  /** Connections that have said this hear nothing any more. */
  deafen(said: string): void {
    this.#deafTo = said
  }

  /** Connections that have said this stand for ever, and nothing comes through: the other side has gone without a word. New ones work. */
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

  /** Works again, at once. What a black hole has swallowed up comes through. */
  pass(): void {
    this.#hole = false
    this.#deafTo = undefined
    this.#delayMs = 0
    for (const { client, upstream } of this.#pairs) for (const socket of [client, upstream]) socket.resume()
  }

  /** Once: passes on the next request with the marker, and cuts its connection when the reply comes. Resolves after that. */
  cutReply(marker: string, onReply: OnReply = () => undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#catch = { marker, onReply: (request) => Promise.resolve(onReply(request)).then(resolve, reject) }
    })
  }

  /** Once: takes the next request with the marker off the wire, and cuts its connection. */
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
      // A broken connection is what these tests are about: the other side hears of it by its own end.
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
