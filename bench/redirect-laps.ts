import type { Driven } from './load.ts'
import type { TargetName } from './redirect-targets.ts'
import type { RedisUsage } from './redis-usage.ts'
import { pairedRatios, spreadOf } from './statistics.ts'

/** The figures of one server in one lap. */
export interface Lap {
  driven: Pick<Driven, 'answered' | 'seconds' | 'p50Ms' | 'p99Ms'>
  /** CPU time during the load, and including the remaining work. */
  busyMicros: number
  spentMicros: number
  redis: RedisUsage
}

/** A lap, and the laps of the raw server before and after it. */
export interface ComparedLap {
  lap: Lap
  beside: readonly [Lap, ...Lap[]]
}

/** The figures of one server in one round. */
export interface Window {
  /** CPU time of the server per completed request. */
  cpuMicros: number
  /** Ratio to the CPU time of the raw server in the laps before and after. */
  ratio: number
  requestsPerSecond: number
  p50Ms: number
  p99Ms: number
  /** Share of its core that the server used during the load. */
  utilisation: number
  redisCpuMicros: number
  redisBytesIn: number
  redisBytesOut: number
}

export type Round = Record<TargetName, Window>

/** Medians of the laps, so that one disturbed lap has no effect. */
export function windowOf(compared: readonly ComparedLap[]): Window {
  const laps = compared.map(({ lap }) => lap)
  const middle = (numberOf: (lap: Lap) => number) => spreadOf(laps.map(numberOf)).median
  return {
    cpuMicros: middle(cpuOf),
    ratio: pairedRatios(
      laps.map(cpuOf),
      compared.map(({ beside }) => mean(beside.map(cpuOf))),
    ).median,
    requestsPerSecond: middle(({ driven }) => driven.answered / driven.seconds),
    p50Ms: middle(({ driven }) => driven.p50Ms),
    p99Ms: middle(({ driven }) => driven.p99Ms),
    utilisation: middle(({ busyMicros, driven }) => busyMicros / (driven.seconds * 1e6)),
    redisCpuMicros: middle(({ redis, driven }) => redis.cpuMicros / driven.answered),
    redisBytesIn: middle(({ redis, driven }) => redis.bytesIn / driven.answered),
    redisBytesOut: middle(({ redis, driven }) => redis.bytesOut / driven.answered),
  }
}

const cpuOf = ({ spentMicros, driven }: Lap): number => spentMicros / driven.answered

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length
