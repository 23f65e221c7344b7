import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Dice } from '../../test/guarantees/dice.ts'
import { distinctVisits } from '../visits.ts'
import type { VisitCounts } from './check-stored.ts'
import type { CreatedLinks } from './created-links.ts'

/** Longer than a redirector ever waits for a store. */
const answerMostMs = 10_000
const reconnectMs = 20
/** Clicks that are not stored yet, at which visitors wait: nobody needs a backlog that fills the disk. */
const backlogMost = 500_000
const pauseMs = 100
/** The status code of a response, or 0 if there was none. */
type Status = number

export interface VisitTally {
  sent: number
  answered: number
  unanswered: number
  /** Visits that got a response other than a redirect, by status. They are not stored. */
  refused: Record<number, number>
  /** Clicks known to be stored. */
  stored: number
  /** For each link, so that their size does not depend on the number of visits. */
  counts: VisitCounts
}

interface Options {
  ports: readonly number[]
  links: CreatedLinks
  tally: VisitTally
  dice: Dice
  /** Aborted to stop. */
  signal: AbortSignal
}

/** Visits links over real connections, each visit after the response to the one before it, and counts the responses. */
export class Visitors {
  readonly #options: Options
  readonly #tally: VisitTally
  readonly #headers = headerBlocks()

  constructor(options: Options) {
    this.#options = options
    this.#tally = options.tally
  }

  /** Sends visits over this many connections, until this many are sent since the beginning of the month. */
  async sendUntil(end: number, connections: number): Promise<void> {
    await Promise.all(Array.from({ length: connections }, (_, index) => this.#lane(index, end)))
  }

  async #lane(index: number, end: number): Promise<void> {
    const { ports, signal } = this.#options
    let connection: Connection | undefined
    for (let turn = index; this.#tally.sent < end && !signal.aborted; ) {
      if (this.#tally.answered - this.#tally.stored > backlogMost) {
        await sleep(pauseMs)
      } else if (connection === undefined) {
        // The next redirector, as behind a load balancer.
        connection = await Connection.open(ports[turn++ % ports.length] ?? 0)
        if (connection === undefined) await sleep(reconnectMs)
      } else if (!(await this.#visit(connection))) {
        connection = undefined
      }
    }
    connection?.close()
  }

  /** Returns whether the connection can be used again. */
  async #visit(connection: Connection): Promise<boolean> {
    const { dice, links } = this.#options
    const tally = this.#tally
    tally.sent++
    const link = zipf(links.count, dice.roll())
    const headers = dice.pick(this.#headers)
    const status = await connection.request(`GET /${links.codeOf(link)}${headers}`)
    if (status >= 300 && status < 400) {
      tally.answered++
      addOne(tally.counts.answered, link)
      return connection.isOpen
    }
    if (status === 0) {
      tally.unanswered++
      addOne(tally.counts.unanswered, link)
    } else {
      tally.refused[status] = (tally.refused[status] ?? 0) + 1
    }
    connection.close()
    return false
  }
}

function addOne(counts: Uint32Array, index: number): void {
  counts[index] = (counts[index] ?? 0) + 1
}

/** Link n is visited 1/n as often as the first: the inverse of the integral of 1/x. */
const zipf = (links: number, roll: number) => Math.min(links, Math.floor((links + 1) ** roll)) - 1

/** Varied agents, referrers and IP addresses. */
const headerBlocks = () =>
  distinctVisits({ prefix: '', codes: 1 }).map(({ headers }) => {
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
    return ` HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`
  })

class Connection {
  isOpen = true
  readonly #socket: Socket
  #resolve: ((status: Status) => void) | undefined
  #text = ''

  private constructor(socket: Socket) {
    this.#socket = socket
    socket.setNoDelay(true)
    socket.setEncoding('latin1')
    socket.setTimeout(answerMostMs, () => socket.destroy())
    socket.on('error', () => undefined)
    socket.on('data', (text: string) => this.#hear(text))
    socket.on('close', () => {
      this.isOpen = false
      // The beginning of a response proves that the visit was accepted.
      this.#settle()
    })
  }

  static open(port: number): Promise<Connection | undefined> {
    return new Promise((resolve) => {
      const socket = connect(port, '127.0.0.1', () => {
        socket.removeAllListeners()
        resolve(new Connection(socket))
      })
      socket.once('error', () => resolve(undefined))
    })
  }

  request(text: string): Promise<Status> {
    return new Promise((resolve) => {
      this.#resolve = resolve
      this.#text = ''
      if (this.isOpen) this.#socket.write(text, 'latin1')
      else this.#settle()
    })
  }

  close(): void {
    this.#socket.destroy()
  }

  #hear(text: string): void {
    this.#text += text
    if (this.#text.endsWith('\r\n\r\n') || !this.#text.startsWith('HTTP/1.1 3')) this.#settle()
  }

  #settle(): void {
    const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(this.#text)?.[1] ?? 0)
    this.#resolve?.(status)
    this.#resolve = undefined
  }
}
