import { setTimeout as sleep } from 'node:timers/promises'
import { percentile } from '../statistics.ts'

/** A rate of visits, held for some seconds. */
export interface Step {
  /** Visits per second. */
  rate: number
  seconds: number
}

export interface StepResult extends Step {
  sent: number
  answered: number
  failed: number
  /** Latency from the moment a visit was due, in milliseconds; null if no visit got a response. */
  p50Ms: number | null
  p99Ms: number | null
  mostMs: number | null
  /** How late this program sent visits, p99. If it is high, this machine is the limit and not the installation. */
  clientLateMs: number
}

/** Each open visit has its own connection. For one IP address, Linux has ports for 28,000 and macOS for 16,000. */
const openMostOfAll = 10_000
/** Visits that wait while the server stalls. A longer stall in a step of the usual length makes its p99 too high anyway. */
const stallMs = 500
const openLeast = 256
const tickMs = 1

/** Sends a visit, and resolves with whether it was redirected. */
export type Send = (index: number) => Promise<boolean>

export interface Pace {
  /** Visits that may wait for a response at the same time. One that is due while this many wait counts as failed. */
  openMost: number
  signal: AbortSignal
}

/** More visits than can be open at this rate while p99 is acceptable. */
export const openMostAt = (rate: number, p99Ms: number): number =>
  Math.min(openMostOfAll, openLeast + Math.ceil((rate * (p99Ms + stallMs)) / 1_000))

/**
 * Open loop: visits are due at fixed times, whether or not earlier ones got a response, as visitors do not wait for each
 * other. A visit that is sent late, because the program or the connection was busy, has waited since it was due.
 */
export async function driveStep(send: Send, { rate, seconds }: Step, { openMost, signal }: Pace): Promise<StepResult> {
  const latencies: number[] = []
  const lateness: number[] = []
  const total = Math.round(rate * seconds)
  const start = performance.now()
  let [sent, failed, open] = [0, 0, 0]
  const visit = async (index: number, dueAt: number) => {
    open++
    const isAnswered = await send(index)
    open--
    if (isAnswered) latencies.push(performance.now() - dueAt)
    else failed++
  }
  const visits: Promise<void>[] = []
  for (let index = 0; index < total && !signal.aborted; ) {
    const now = performance.now()
    const due = Math.min(total, Math.floor(((now - start) * rate) / 1_000) + 1)
    for (; index < due; index++) {
      const dueAt = start + (index * 1_000) / rate
      if (open >= openMost) {
        failed++
        continue
      }
      sent++
      lateness.push(now - dueAt)
      visits.push(visit(index, dueAt))
    }
    await sleep(tickMs)
  }
  await Promise.all(visits)
  const at = (percent: number) => (latencies.length === 0 ? null : percentile(latencies, percent))
  return {
    rate,
    seconds,
    sent,
    answered: latencies.length,
    failed,
    p50Ms: at(50),
    p99Ms: at(99),
    mostMs: at(100),
    clientLateMs: lateness.length === 0 ? 0 : percentile(lateness, 99),
  }
}
