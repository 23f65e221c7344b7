import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { connections, type Driven, type Target } from './load.ts'
import { clientCore, pin } from './pin.ts'
import type { Visit } from './visits.ts'

const execute = promisify(execFile)

interface WrkOptions {
  seconds: number
  folder: string
  /** A new connection for each request. */
  reconnect?: boolean
}

/** Sends the visits in turn, with wrk: it needs less CPU of the client than autocannon, so it keeps faster servers busy. */
export async function driveWithWrk(
  { port, onStart }: Target,
  visits: readonly Visit[],
  { seconds, folder, reconnect = false }: WrkOptions,
): Promise<Driven> {
  const script = join(folder, 'wrk.lua')
  const requests = join(folder, 'wrk.requests')
  writeFileSync(script, luaScript)
  writeFileSync(requests, rawRequests(visits, reconnect ? 'close' : 'keep-alive'))
  onStart?.()
  const args = ['-t1', `-c${connections}`, `-d${Math.max(1, Math.round(seconds))}s`, '--latency', '-s', script]
  const running = execute('wrk', [...args, `http://127.0.0.1:${port}/`, '--', requests])
  pin(running.child.pid, clientCore)
  return readWrk((await running).stdout, reconnect)
}

/** Reads the requests before the measurement starts, and sends them in turn. */
const luaScript = `
local requests, turn = {}, 0
function init(args)
  for request in io.open(args[1], 'rb'):read('*a'):gmatch('[^%z]+') do requests[#requests + 1] = request end
end
function request()
  turn = turn % #requests + 1
  return requests[turn]
end
`

/** Separated by zero bytes. */
function rawRequests(visits: readonly Visit[], connection: 'keep-alive' | 'close'): string {
  return visits
    .map(({ path, headers }) => {
      const lines = Object.entries({ ...headers, Connection: connection }).map(([name, value]) => `${name}: ${value}`)
      return `GET ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`
    })
    .join('\0')
}

export function readWrk(output: string, reconnects = false): Driven {
  const [, answered, seconds] = /(\d+) requests in ([\d.]+)s/.exec(output) ?? []
  // When a server closes a connection after its response, wrk counts both the response and an error.
  const failure = reconnects ? /Non-2xx or 3xx|connect [1-9]|write [1-9]|timeout [1-9]/ : /Non-2xx or 3xx|Socket errors/
  if (answered === undefined || failure.test(output)) throw new Error(`wrk failed:\n${output}`)
  return {
    answered: Number(answered),
    seconds: Number(seconds),
    p50Ms: readLatency(output, 50),
    p99Ms: readLatency(output, 99),
  }
}

const unitMs: Record<string, number> = { us: 0.001, ms: 1, s: 1000 }

function readLatency(output: string, percent: number): number {
  const [, value, unit = ''] = new RegExp(`${percent}%\\s+([\\d.]+)(us|ms|s)`).exec(output) ?? []
  return Number(value) * (unitMs[unit] ?? Number.NaN)
}
