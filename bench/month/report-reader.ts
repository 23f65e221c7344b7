import { setTimeout as sleep } from 'node:timers/promises'

/** A dashboard asks for these. */
const reports = [
  '/analytics/overview',
  '/analytics/clicks/all?granularity=day',
  '/analytics/top-performing-urls',
  '/analytics/location/all',
  '/analytics/device/all',
  '/analytics/referrers/all',
  '/analytics/recent',
  '/short-urls?limit=50',
] as const

const pauseMs = 1_000
/** In a month. A dashboard does not ask more often because the month is played faster than its reports can be read. */
const reportsMost = 1_000
/** Longer than any report should take. A report that takes longer counts as failed. */
const reportMostMs = 60_000

interface ReadReport {
  report: string
  ms: number
}

export interface ReportTally {
  slowest: ReadReport
  read: number
  /** Responses other than 200, such as the error for reports while ClickHouse is away. */
  failed: number
}

/** Reads one report after another, as a dashboard does, and keeps the times. */
export class ReportReader {
  #slowestSince = 0
  readonly #api: { apiUrl: string; key: string }
  readonly #tally: ReportTally

  constructor(api: { apiUrl: string; key: string }, tally: ReportTally) {
    this.#api = api
    this.#tally = tally
  }

  /** `progress` returns how much of the month has been played, from 0 to 1. */
  async run(progress: () => number, signal: AbortSignal): Promise<void> {
    for (let turn = this.#tally.read + this.#tally.failed; !signal.aborted; ) {
      if (turn <= progress() * reportsMost) await this.#readOne(reports[turn++ % reports.length] ?? reports[0])
      await sleep(pauseMs, undefined, { signal }).catch(() => undefined)
    }
  }

  /** The time of the slowest report since the last call. */
  takeSlowest(): number {
    const slowest = this.#slowestSince
    this.#slowestSince = 0
    return slowest
  }

  async #readOne(report: string): Promise<void> {
    const startedAt = performance.now()
    const isRead = await this.#get(report)
    const ms = performance.now() - startedAt
    if (!isRead) {
      this.#tally.failed++
      return
    }
    this.#tally.read++
    this.#slowestSince = Math.max(this.#slowestSince, ms)
    if (ms > this.#tally.slowest.ms) this.#tally.slowest = { report, ms }
  }

  async #get(report: string): Promise<boolean> {
    try {
      const answer = await fetch(`${this.#api.apiUrl}/api/v1${report}`, {
        headers: { authorization: `Bearer ${this.#api.key}` },
        signal: AbortSignal.timeout(reportMostMs),
      })
      await answer.arrayBuffer()
      if (answer.status >= 400 && answer.status < 500) throw new RangeError(`${report} returned ${answer.status}`)
      return answer.ok
    } catch (error) {
      if (error instanceof RangeError) throw error
      return false
    }
  }
}
