import type { Driven } from './load.ts'
import type { TargetName } from './redirect-targets.ts'
import type { RedisUsage } from './redis-usage.ts'
import { pairedRatios, spreadOf } from './statistics.ts'

/** What one server did in one lap. */
export interface Lap {
  driven: Pick<Driven, 'answered' | 'seconds' | 'p50Ms' | 'p99Ms'>
  /** CPU time while the load ran, and with what it left to do. */
  busyMicros: number
  spentMicros: number
  redis: RedisUsage
}

/** A lap, and those of the raw server beside it. */
export interface ComparedLap {
  lap: Lap
  beside: readonly [Lap, ...Lap[]]
}

/** What one server did in one round. */
export interface Window {
  /** CPU time of the server per answered request. */
  cpuMicros: number
  /** How many times that of the raw server beside it. */
  ratio: number
  requestsPerSecond: number
  p50Ms: number
  p99Ms: number
  /** Share of its core that the server used while the load ran. */
  utilisation: number
  redisCpuMicros: number
  redisBytesIn: number
  redisBytesOut: number
}

export type Round = Record<TargetName, Window>

/** Middles of the laps, so that one which was disturbed decides nothing. */
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
