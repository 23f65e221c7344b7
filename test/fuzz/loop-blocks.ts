import { readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

/** A time in which the event loop of a process stood still, as written by loop-probe.ts. */
export interface Block {
  /** Milliseconds since 1970. */
  until: number
  ms: number
  /** Milliseconds of it in which the main thread ran. */
  ran: number
  /** Milliseconds of it in which the main thread waited for a core. */
  waited: number
}

/** The blocks of one process since a time. */
export function readBlocks(probe: string, pid: number, since: number): Block[] {
  const [folder, start] = [dirname(probe), basename(probe)]
  return readdirSync(folder)
    .filter((name) => name === `${start}.${pid}`)
    .flatMap((name) => readFileSync(join(folder, name), 'utf8').trimEnd().split('\n'))
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Block)
    .filter(({ until }) => until > since)
}

/** Milliseconds that the process itself blocked its loop. The thread must have run: otherwise the machine was busy. */
export const ownMs = ({ ms, ran, waited }: Block): number => Math.min(ran, ms - waited)
