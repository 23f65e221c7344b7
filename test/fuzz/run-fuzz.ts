import { createDice } from '../guarantees/dice.ts'
import { type Call, describeCall, type Reply } from './call.ts'
import { createCallers } from './callers.ts'
import { isBusy, judgeReply } from './judge-reply.ts'
import { KnownObjects } from './known-objects.ts'
import { type Block, ownMs } from './loop-blocks.ts'
import { makeCall } from './make-call.ts'
import type { Tool } from './make-other-call.ts'
import { makeVisit } from './make-visit.ts'
import { plantLinks } from './plant-links.ts'
import { ApiClient } from './send-call.ts'
import { sendVisit } from './send-visit.ts'
import { type FuzzStack, type Part, parts } from './start-stack.ts'

interface FuzzOptions {
  calls: number
  visits: number
  seed: number
  /** Longer blocks of the event loop are problems. */
  blockMostMs: number
  /** A run that takes longer ends early and says so. */
  mostMs: number
  log: (line: string) => void
}

export interface FuzzResult {
  calls: number
  visits: number
  /** Number of replies by status; 0 for a connection that the product closed. */
  statuses: Record<string, number>
  visitStatuses: Record<string, number>
  /** Documented 503s, which only a machine with too much to do gives. */
  busy: number
  problems: string[]
  longestBlocks: string[]
  longestCalls: string[]
}

/** The first calls also compile the code that they run. Blocks are counted after them. */
const warmUpCalls = 150
const callsAtOnce = 6
const visitsAtOnce = 24
const renewEvery = 200
const problemsMost = 200
const shown = 12
const reportEveryMs = 10_000

interface Sent {
  at: number
  until: number
  what: string
}

/** Sends random calls to the API and random bytes to the redirector, and collects everything that should not happen. */
export async function runFuzz(stack: FuzzStack, options: FuzzOptions): Promise<FuzzResult> {
  const client = new ApiClient(stack.apiUrl)
  const run = new Run(stack, options, client)
  try {
    return await run.run()
  } finally {
    client.close()
  }
}

class Run {
  readonly #stack: FuzzStack
  readonly #options: FuzzOptions
  readonly #client: ApiClient
  readonly #end: number
  readonly #result: FuzzResult = {
    calls: 0,
    visits: 0,
    statuses: {},
    visitStatuses: {},
    busy: 0,
    problems: [],
    longestBlocks: [],
    longestCalls: [],
  }
  readonly #sent: Sent[] = []

  constructor(stack: FuzzStack, options: FuzzOptions, client: ApiClient) {
    this.#stack = stack
    this.#options = options
    this.#client = client
    this.#end = Date.now() + options.mostMs
  }

  async run(): Promise<FuzzResult> {
    const { calls, visits, log } = this.#options
    const callers = await createCallers(this.#stack)
    const codes = await plantLinks(this.#client, callers)
    const tools = await this.#listTools(callers.key().headers)
    const known = new KnownObjects(createDice(this.#options.seed))
    const before = this.#stack.pids()
    let since = Date.now()
    const timer = setInterval(() => log(this.#progress()), reportEveryMs)
    try {
      await this.#each(calls, callsAtOnce, async (dice, index) => {
        if (index === warmUpCalls) since = Date.now()
        if (index % renewEvery === 0 && index > 0) await callers.renew()
        const call = makeCall(dice, { callers, known: known.pick, tools })
        const twice = dice.roll() < 0.06
        await Promise.all([call, ...(twice ? [call] : [])].map((one) => this.#call(one, index, known)))
      })
      await this.#each(visits, visitsAtOnce, (dice, index) => this.#visit(dice, index, [...codes, ...known.codes]))
    } finally {
      clearInterval(timer)
    }
    if (Date.now() > this.#end) this.#complain(`the time was over after ${this.#progress()}`)
    const after = this.#stack.pids()
    for (const part of parts) {
      if (before[part] !== after[part]) this.#complain(`${part} was restarted: ${before[part]} is now ${after[part]}`)
      this.#judgeBlocks(part, since)
    }
    this.#result.longestCalls = [...this.#sent]
      .sort((one, other) => other.until - other.at - (one.until - one.at))
      .slice(0, shown)
      .map(({ at, until, what }) => `${until - at} ms ${what}`)
    return this.#result
  }

  /** Every item has its own dice, so that it is the same again whatever the others did. */
  async #each(
    count: number,
    atOnce: number,
    work: (dice: ReturnType<typeof createDice>, index: number) => Promise<void>,
  ) {
    let next = 0
    const lane = async () => {
      while (next < count && Date.now() < this.#end) {
        const index = next++
        await work(createDice(this.#options.seed * 65_537 + index), index)
      }
    }
    await Promise.all(Array.from({ length: atOnce }, lane))
  }

  async #call(call: Call, index: number, known: KnownObjects): Promise<void> {
    const what = `call ${index}: ${describeCall(call)}`
    const sent: Sent = { at: Date.now(), until: Number.POSITIVE_INFINITY, what }
    this.#sent.push(sent)
    try {
      const reply: Reply = await this.#client.send(call)
      count(this.#result.statuses, `${call.kind} ${reply.status}`)
      if (isBusy(reply)) this.#result.busy += 1
      known.learn(call, reply)
      const problem = judgeReply(call, reply)
      if (problem !== undefined) this.#complain(`${what}\n    ${problem}`)
    } catch (error) {
      // A body that the product refuses to read may be cut off before its response was received.
      const { code, message } = error as NodeJS.ErrnoException
      count(this.#result.statuses, `${call.kind} ${code ?? message}`)
      const isRefused = (code === 'ECONNRESET' || code === 'EPIPE') && (call.body?.length ?? 0) > refusedBytes
      if (!isRefused) this.#complain(`${what}\n    ${code ?? ''} ${message}`)
    } finally {
      sent.until = Date.now()
      this.#result.calls += 1
    }
  }

  async #visit(dice: ReturnType<typeof createDice>, index: number, codes: readonly string[]): Promise<void> {
    const visit = makeVisit(dice, codes)
    const what = `visit ${index}: ${visit.about}`
    const sent: Sent = { at: Date.now(), until: Number.POSITIVE_INFINITY, what }
    this.#sent.push(sent)
    const { statuses, isComplete, head } = await sendVisit(this.#stack.ports[0] ?? 0, visit)
    sent.until = Date.now()
    this.#result.visits += 1
    for (const status of statuses) count(this.#result.visitStatuses, String(status))
    if (statuses.length === 0) count(this.#result.visitStatuses, 'none')
    const isBad = (status: number) => status >= 500 && !(status === 505 && visit.mayBe505)
    if (statuses.some(isBad)) this.#complain(`${what}\n    ${head}`)
    if (!isComplete) this.#complain(`${what}\n    ${statuses.length} of ${visit.requests} responses`)
  }

  async #listTools(headers: Record<string, string>): Promise<Tool[]> {
    const body = Buffer.from(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }))
    const types = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
    const call: Call = { kind: 'mcp', as: 'key', method: 'POST', path: '/mcp', headers: { ...headers, ...types }, body }
    const { text } = await this.#client.send(call)
    const json = text.startsWith('{') ? text : (/^data: (.*)$/m.exec(text)?.[1] ?? '{}')
    return (JSON.parse(json) as { result: { tools: Tool[] } }).result.tools
  }

  #judgeBlocks(part: Part, since: number): void {
    const blocks = this.#stack.blocks(part, since).sort((one, other) => ownMs(other) - ownMs(one))
    for (const block of blocks.slice(0, shown)) {
      const line = `${part} stood still for ${describeBlock(block)}${this.#during(block)}`
      this.#result.longestBlocks.push(line)
      if (ownMs(block) > this.#options.blockMostMs) this.#complain(line)
    }
  }

  #during({ until, ms }: Block): string {
    const during = this.#sent.filter((one) => one.at <= until && one.until >= until - ms)
    return during
      .slice(0, callsAtOnce)
      .map(({ what }) => `\n    ${what}`)
      .join('')
  }

  #complain(problem: string): void {
    if (this.#result.problems.length < problemsMost) this.#result.problems.push(problem)
  }

  #progress(): string {
    const { calls, visits, problems } = this.#result
    return `${calls} calls, ${visits} visits, ${problems.length} problems`
  }
}

/** Smaller bodies are read before the response. */
const refusedBytes = 60_000

const describeBlock = (block: Block): string =>
  `${ownMs(block).toFixed(0)} ms (${block.ms.toFixed(0)} ms with waiting, ${block.ran.toFixed(0)} ms running, ${block.waited.toFixed(0)} ms waiting for a core)`

function count(counts: Record<string, number>, name: string): void {
  counts[name] = (counts[name] ?? 0) + 1
}
