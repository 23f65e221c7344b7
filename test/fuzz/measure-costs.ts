import { cpuPer, type Processes, readAll, sum } from '../../bench/process-cpu.ts'
import { type AnonymousRequest, anonymousRequests, baselines } from './anonymous-requests.ts'
import { createCallers } from './callers.ts'
import { plantLinks } from './plant-links.ts'
import { ApiClient } from './send-call.ts'
import type { FuzzStack } from './start-stack.ts'

export interface Cost {
  name: string
  /** CPU microseconds of all processes of the product and its stores. */
  micros: number
  /** As a multiple of a request of the same size that is only read. */
  times: number
  most: number
}

/**
 * Limits of `times`. Measured in five runs: at most 3.0 in the API (3.5 for one request in one of them), 3.2 in the
 * redirector, and 10 with lookups. The rest is for a busy machine.
 */
const mostTimes = { api: 4, redirector: 5, lookup: 14 }

const requestsOfRound = 200

/** The CPU time of requests without a credential. Rate limits are off, so each is handled in full. */
export async function measureCosts(stack: FuzzStack, rounds: number): Promise<Cost[]> {
  const clientId = await registerApp(stack)
  const clients = { api: new ApiClient(stack.apiUrl), redirector: new ApiClient(`http://127.0.0.1:${stack.ports[0]}`) }
  await plantLinks(clients.api, await createCallers(stack), 'cost-')
  const all = [...baselines, ...anonymousRequests(clientId)]
  const lowest = new Map<AnonymousRequest, number>()
  try {
    // The first round compiles the code and fills the caches.
    for (let round = 0; round <= rounds; round += 1) {
      for (const request of all) {
        const micros = await measureOne(stack, clients[request.to], request)
        if (round > 0) lowest.set(request, Math.min(micros, lowest.get(request) ?? micros))
      }
    }
  } finally {
    for (const client of Object.values(clients)) client.close()
  }
  return all.map((request) => {
    const base = baselines.findLast((one) => one.to === request.to && sizeOf(one) <= sizeOf(request) + roundingBytes)
    const [micros, least] = [lowest.get(request) ?? 0, lowest.get(base ?? request) ?? 0]
    const most = request.looksUp === true ? mostTimes.lookup : mostTimes[request.to]
    return { name: request.name, micros, times: micros / least, most }
  })
}

const sizeOf = ({ body = '' }: AnonymousRequest): number => body.length
const roundingBytes = 100

async function registerApp({ apiUrl }: FuzzStack): Promise<string> {
  const metadata = { client_name: 'App', redirect_uris: ['https://app.example/cb'], token_endpoint_auth_method: 'none' }
  const headers = { 'content-type': 'application/json' }
  const made = await fetch(`${apiUrl}/mcp/oauth/register`, { method: 'POST', headers, body: JSON.stringify(metadata) })
  return ((await made.json()) as { client_id: string }).client_id
}

async function measureOne(stack: FuzzStack, client: ApiClient, request: AnonymousRequest): Promise<number> {
  const { method, path, headers = {}, body } = request
  const call = { kind: 'page' as const, as: 'nobody', method, path, headers, ...(body && { body: Buffer.from(body) }) }
  const processes = processesOf(stack)
  const before = readAll(processes)
  for (let time = 0; time < requestsOfRound; time += 1) {
    // Another client each time, since the redirector limits unknown codes of one.
    const address = `198.51.${Math.floor(time / 256)}.${time % 256}`
    const { status } = await client.send({ ...call, headers: { ...headers, 'x-forwarded-for': address } })
    if (status >= 500 || status === 429) throw new Error(`${request.name} returned ${status}`)
  }
  return sum(cpuPer(requestsOfRound, processes, before))
}

function processesOf({ pids, stores }: FuzzStack): Processes {
  const all = { ...pids(), ...Object.fromEntries(Object.entries(stores).map(([name, { pid }]) => [name, pid])) }
  return Object.fromEntries(
    Object.entries(all).flatMap(([name, pid]) => (pid === undefined ? [] : [[name, pid] as const])),
  )
}
