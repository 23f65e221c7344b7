import { randomUUID } from 'node:crypto'
import { z } from 'zod'

const link = z.object({ id: z.string(), short_url: z.string(), stored_clicks: z.number() })
export type BenchLink = z.output<typeof link>
const created = z.object({ succeeded: z.array(link), failed: z.array(z.object({ message: z.string() })) })
const failure = z.object({ error: z.object({ message: z.string() }) })

/** Never requested: redirects are not followed. */
const destination = 'https://example.com/waymark-bench'

/** The API of a running installation. All links of a run have the same separate tag, so that none can stay unnoticed. */
export class Installation {
  readonly tag = `bench-${randomUUID().slice(0, 8)}`
  readonly #api: string
  readonly #key: string

  constructor(origin: string, key: string) {
    this.#api = `${origin}/api/v1`
    this.#key = key
  }

  async createLinks(count: number): Promise<BenchLink[]> {
    const urls = Array.from({ length: count }, (_, at) => ({ url: `${destination}/${at}`, tags: [this.tag] }))
    const { succeeded, failed } = created.parse(await this.#ask('POST', '/short-urls/bulk', { urls }))
    if (failed[0] !== undefined) {
      await this.removeLinks()
      throw new Error(`${failed.length} of ${count} links could not be created: ${failed[0].message}`)
    }
    return succeeded
  }

  /** Clicks that are stored for the links of this run. */
  async countStored(): Promise<number> {
    const links = z.array(link).parse(await this.#ask('GET', `/short-urls?limit=100&tags=${this.tag}`))
    return links.reduce((sum, { stored_clicks }) => sum + stored_clicks, 0)
  }

  async removeLinks(): Promise<void> {
    await this.#ask('DELETE', '/short-urls/bulk', { filter: { tags: [this.tag] } })
  }

  async #ask(method: string, path: string, body?: unknown): Promise<unknown> {
    const response = await fetch(this.#api + path, {
      method,
      headers: { authorization: `Bearer ${this.#key}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const reply: unknown = await response.json().catch(() => null)
    if (response.ok) return (reply as { data: unknown }).data
    const why = failure.safeParse(reply).data?.error.message ?? `status ${response.status}`
    throw new Error(`${method} ${path}: ${why}`)
  }
}
