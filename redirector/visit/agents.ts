import { rawClickLimits } from '#schemas/clicks.ts'
import { headerText } from './header-text.ts'

/** A user agent as clicks name it. The same one for the same header, as long as it is kept. */
export interface Agent {
  text: string
}

/** Agents that are kept; when there are more, keeping begins anew. */
const agentsMost = 20_000

/** Most visitors have an agent that many have: it is looked through once, and a batch of clicks says it once. */
export class Agents {
  readonly #known = new Map<string, Agent>()

  find(header: string): Agent {
    const known = this.#known.get(header)
    if (known !== undefined) return known
    const agent = { text: headerText(header, rawClickLimits.user_agent) }
    // Longer than any of a browser: what somebody makes up would fill memory.
    if (header.length > rawClickLimits.user_agent) return agent
    if (this.#known.size >= agentsMost) this.#known.clear()
    this.#known.set(header, agent)
    return agent
  }
}
