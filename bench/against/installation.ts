import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { within } from '#runtime/within.ts'
import { retryUntil } from './retry.ts'

const link = z.object({ id: z.string(), short_url: z.string(), stored_clicks: z.number() })
export type BenchLink = z.output<typeof link>
const caller = z.object({ key: z.object({ permissions: z.array(z.string()) }).nullable() })
const deleted = z.object({ failed: z.array(z.object({ message: z.string() })) })
const created = deleted.extend({ succeeded: z.array(link) })
const failure = z.object({ error: z.object({ message: z.string() }) })

/** Never requested: redirects are not followed. */
const destination = 'https://example.com/waymark-bench'
const neededPermissions = ['read', 'write', 'delete']
const callMostMs = 30_000
const removeMostMs = 30_000

const never = new AbortController().signal

/** The API of a running installation. All links of a run have the same separate tag, so that none can stay unnoticed. */
export class Installation {
  readonly tag = `bench-${randomUUID().slice(0, 8)}`
  readonly #api: string
  readonly #key: string

  constructor(origin: string, key: string) {
    this.#api = `${origin}/api/v1`
    this.#key = key
  }

  /** Throws if the key could not delete the links that it creates, or not read their clicks. */
  async demandPermissions(): Promise<void> {
    const { key } = caller.parse(await this.#ask('GET', '/me'))
    const missing = neededPermissions.filter((permission) => !key?.permissions.includes(permission))
    if (missing.length === 0) return
    throw new Error(
      `The API key needs the permissions ${neededPermissions.join(', ')}. It does not have: ${missing.join(', ')}.`,
    )
  }

  /** If it fails, some or all of the links may have been created. */
  async createLinks(count: number): Promise<BenchLink[]> {
    const urls = Array.from({ length: count }, (_, at) => ({ url: `${destination}/${at}`, tags: [this.tag] }))
    const { succeeded, failed } = created.parse(await this.#ask('POST', '/short-urls/bulk', { body: { urls } }))
    if (failed[0] === undefined) return succeeded
    throw new Error(`${failed.length} of ${count} links could not be created: ${failed[0].message}`)
  }

  /** Clicks that are stored for the links of this run. Tries again until `end`. */
  async countStored(retry: { end: number; signal: AbortSignal }): Promise<number> {
    return await retryUntil(retry, async () => {
      const path = `/short-urls?limit=100&tags=${this.tag}`
      const links = z.array(link).parse(await this.#ask('GET', path, { signal: retry.signal }))
      return links.reduce((sum, { stored_clicks }) => sum + stored_clicks, 0)
    })
  }

  /** Tries again for this long. Then the error names the tag of the links that are left. */
  async removeLinks(mostMs = removeMostMs): Promise<void> {
    const body = { filter: { tags: [this.tag] } }
    try {
      await retryUntil({ end: Date.now() + mostMs, signal: never }, async () => {
        const { failed } = deleted.parse(await this.#ask('DELETE', '/short-urls/bulk', { body }))
        if (failed[0] !== undefined) throw new Error(`${failed.length} links are left: ${failed[0].message}`)
      })
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error)
      throw new Error(`Not all links with the tag ${this.tag} could be deleted. Delete them in the dashboard. ${why}`, {
        cause: error,
      })
    }
  }

  async #ask(
    method: string,
    path: string,
    { body, signal = never }: { body?: unknown; signal?: AbortSignal } = {},
  ): Promise<unknown> {
    return await within(callMostMs, signal, async (stopped) => {
      const response = await fetch(this.#api + path, {
        method,
        headers: { authorization: `Bearer ${this.#key}`, 'content-type': 'application/json' },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        signal: stopped,
      })
      const reply: unknown = await response.json().catch(() => null)
      if (response.ok) return (reply as { data?: unknown } | null)?.data
      const why = failure.safeParse(reply).data?.error.message ?? `status ${response.status}`
      throw new Error(`${method} ${path}: ${why}`)
    })
  }
}
