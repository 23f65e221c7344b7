import { openSync, readSync, writeSync } from 'node:fs'
import { isMainThread } from 'node:worker_threads'

// Loaded into each process of the product with --import.

const everyMs = 10
/** Shorter blocks are not written. */
const shownMs = 25
const path = process.env['LOOP_PROBE']
if (isMainThread && path !== undefined) watch(openSync(`${path}.${process.pid}`, 'a'))

/**
 * Writes a line for each time that the event loop stood still: when, for how long, and how much of it the thread ran and
 * how much it waited for a core, which is the load of the machine and not the work of the process.
 */
function watch(log: number): void {
  // Opened here, it names the main thread also when it is read later.
  const stat = openSync('/proc/thread-self/schedstat', 'r')
  const buffer = Buffer.alloc(64)
  const read = () => {
    const bytes = readSync(stat, buffer, 0, buffer.length, 0)
    const [ran = 0, waited = 0] = buffer.toString('latin1', 0, bytes).split(' ').map(Number)
    return { at: performance.now(), ran: ran / 1e6, waited: waited / 1e6 }
  }
  let last = read()
  const look = () => {
    const now = read()
    const ms = now.at - last.at - everyMs
    if (ms >= shownMs) {
      const block = { until: Date.now(), ms, ran: now.ran - last.ran, waited: now.waited - last.waited }
      writeSync(log, `${JSON.stringify(block)}\n`)
    }
    last = now
  }
  setInterval(look, everyMs).unref()
}
