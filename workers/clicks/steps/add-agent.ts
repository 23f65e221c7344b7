import { classifyRequest, classifyUserAgent } from '#core/visits/classify-traffic.ts'
import { parseAgent } from '#core/visits/parse-agent.ts'
import { remember } from '#runtime/remember.ts'
import type { Step } from '../click.ts'

/** At most about 20 MB, at 512 characters per user agent. */
const mostAgents = 10_000

/**
 * Adds traffic type, browser, operating system, and device type. Parsing a user agent takes 12 µs, a cached one 0.1 µs.
 * Fields are assigned one by one, as in other steps, because Object.assign takes 0.3 µs.
 */
export function addAgent(): Step {
  const read = remember((userAgent) => ({ ...parseAgent(userAgent), ...classifyUserAgent(userAgent) }), mostAgents)
  return ({ raw, row }) => {
    const agent = read(raw.user_agent)
    const { traffic, bot_reason } = classifyRequest(raw.method, raw.purpose) ?? agent
    row.traffic = traffic
    row.bot_reason = bot_reason
    row.browser = agent.browser
    row.browser_version = agent.browser_version
    row.os = agent.os
    row.os_version = agent.os_version
    row.device_type = agent.device_type
    return undefined
  }
}
