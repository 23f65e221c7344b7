import { rawClickLimits } from '#schemas/clicks.ts'
import { headerText } from './header-text.ts'

/** A user agent as stored with clicks. Equal headers give the same object while it is cached. */
export interface Agent {
  text: string
}

/** Maximum number of cached agents. A full cache is cleared. */
const agentsMost = 20_000

/** Most visitors share a common user agent, which is parsed once and written once per batch of clicks. */
export class Agents {
  readonly #known = new Map<string, Agent>()

  find(header: string): Agent {
    const known = this.#known.get(header)
    if (known !== undefined) return known
    const agent = { text: headerText(header, rawClickLimits.user_agent) }
    // Longer than any browser's user agent: caching made-up ones could fill the memory.
    if (header.length > rawClickLimits.user_agent) return agent
    if (this.#known.size >= agentsMost) this.#known.clear()
    this.#known.set(header, agent)
    return agent
  }
}
