import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { chromeAgent } from '../factories/click-batch.ts'
import { shortLinkHost } from './stack.ts'

/** The response: nothing (so far), the first byte of a 3xx, or any other response. */
type Outcome = 'none' | 'answered' | 'refused'

interface Sent {
  code: string
  outcome: Outcome
  sentAt: number
}

interface ClickerOptions {
  ports: readonly number[]
  /**
   * Like a load balancer, sends visits only to ports that are ready. By default each connection stays with
   * one port.
   */
  isReady?: (port: number) => boolean
  codes: readonly string[]
  /** Visits per second over all connections. */
  perSecond?: number
  connections?: number
}

/** Longer than a redirector ever waits for a store. */
const answerMostMs = 10_000
const reconnectMs = 50

/** Visits short links, each time with a different token in the query, and records which visits got a response. */
export class Clicker {
  readonly sent = new Map<string, Sent>()
  /** Connections that were refused. */
  failedConnections = 0
  longestAnswerMs = 0
  /** Part of the tokens, which shows when a token was sent. */
  label = 'first'
  readonly #options: ClickerOptions & { perSecond: number; connections: number }
  #loops: Promise<void>[] = []
  #stopped = false

  constructor(options: ClickerOptions) {
    this.#options = { perSecond: 150, connections: 6, ...options }
  }

  start(): void {
    this.#stopped = false
    this.#loops = Array.from({ length: this.#options.connections }, (_, index) => this.#loop(index))
  }

  /** Stops after visits in progress. */
  async stop(): Promise<void> {
    this.#stopped = true
    await Promise.all(this.#loops)
  }

  /** Sends clicks for a while. */
  async clickFor(ms: number): Promise<void> {
    this.start()
    await sleep(ms)
    await this.stop()
  }

  count(outcome: Outcome): number {
    let count = 0
    for (const each of this.sent.values()) if (each.outcome === outcome) count++
    return count
  }

  async #loop(index: number): Promise<void> {
    const { codes, perSecond, connections, isReady } = this.#options
    let connection: Socket | undefined
    let port = 0
    while (!this.#stopped) {
      const until = performance.now() + (connections / perSecond) * 1000
      if (isReady?.(port) === false) {
        connection?.destroy()
        connection = undefined
      }
      if (connection === undefined) {
        port = this.#choosePort(index)
        connection = await this.#open(port)
      }
      if (connection === undefined) await sleep(reconnectMs)
      else if (!(await this.#visit(connection, codes[this.sent.size % codes.length] ?? ''))) connection = undefined
      await sleep(Math.max(0, until - performance.now()))
    }
    connection?.destroy()
  }

  #choosePort(index: number): number {
    const { ports, isReady } = this.#options
    const ready = isReady === undefined ? ports : ports.filter(isReady)
    return ready[index % ready.length] ?? ports[0] ?? 0
  }

  async #open(port: number): Promise<Socket | undefined> {
    const socket = await open(port)
    if (socket === undefined) this.failedConnections++
    return socket
  }

  /** Returns whether the connection can be used again. */
  #visit(connection: Socket, code: string): Promise<boolean> {
    const number = this.sent.size
    const token = `${this.label}-${number}`
    const sent: Sent = { code, outcome: 'none', sentAt: Date.now() }
    this.sent.set(token, sent)
    return new Promise((resolve) => {
      let text = ''
      const finish = (usable: boolean) => {
        clearTimeout(timer)
        connection.removeAllListeners()
        // A reset after its last response does not matter.
        connection.on('error', () => undefined)
        if (!usable) connection.destroy()
        resolve(usable)
      }
      const timer = setTimeout(() => finish(false), answerMostMs)
      connection.on('error', () => finish(false))
      connection.on('close', () => finish(false))
      connection.on('data', (chunk) => {
        text += chunk.toString('latin1')
        this.longestAnswerMs = Math.max(this.longestAnswerMs, Date.now() - sent.sentAt)
        sent.outcome = text.startsWith('HTTP/1.1 3') ? 'answered' : 'refused'
        if (sent.outcome === 'refused') finish(false)
        else if (text.endsWith('\r\n\r\n')) finish(!/^connection: close/im.test(text))
      })
      connection.write(requestText(code, token, number))
    })
  }
}

function requestText(code: string, token: string, number: number): string {
  const visitor = `81.2.${number % 250}.${1 + (number % 200)}`
  return [
    `GET /${code}?t=${token} HTTP/1.1`,
    `Host: ${shortLinkHost}`,
    `User-Agent: ${chromeAgent}`,
    'Accept-Language: en-GB',
    `X-Forwarded-For: ${visitor}`,
    '\r\n',
  ].join('\r\n')
}

function open(port: number): Promise<Socket | undefined> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.removeAllListeners()
      socket.setNoDelay(true)
      resolve(socket)
    })
    // The process is down: the loop tries again.
    socket.once('error', () => resolve(undefined))
  })
}
