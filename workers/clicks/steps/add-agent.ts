import { classifyRequest, classifyUserAgent } from '#core/visits/classify-traffic.ts'
import { parseAgent } from '#core/visits/parse-agent.ts'
import type { Step } from '../click.ts'
import { remember } from '../remember.ts'

/** At 512 characters a user agent this is some 10 MB at most. */
const mostAgents = 10_000

/** Human, unknown or bot; browser, system and kind of device. Reading a user agent costs 12 us, remembering it 0.1. */
export function addAgent(): Step {
  const read = remember((userAgent) => ({ ...parseAgent(userAgent), ...classifyUserAgent(userAgent) }), mostAgents)
  return ({ raw, row }) => {
    Object.assign(row, read(raw.user_agent), classifyRequest(raw.method, raw.purpose))
    return undefined
  }
}
