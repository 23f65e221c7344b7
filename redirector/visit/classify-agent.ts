import { classifyUserAgent } from '#core/visits/classify-traffic.ts'
import { remember } from '#runtime/remember.ts'

const mostAgents = 10_000

/** The traffic of a user agent, remembered because isbot tries hundreds of patterns. */
export const classifyAgent = remember(classifyUserAgent, mostAgents)
