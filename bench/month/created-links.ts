import { setTimeout as sleep } from 'node:timers/promises'
import { bulkMost } from '#schemas/bulk-links.ts'

export const codeLength = 7
const retryMs = 250
const patienceMs = 5 * 60_000

interface Api {
  apiUrl: string
  key: string
}

export interface LinkTally {
  count: number
  /** Calls that failed while a store was away. */
  retries: number
  /** Only the codes are kept, 7 bytes each: a month has millions. */
  codes: Buffer
}

/** Creates links with bulk calls, one after another. */
export class CreatedLinks {
  readonly #api: Api
  readonly #tally: LinkTally

  constructor(api: Api, tally: LinkTally) {
    this.#api = api
    this.#tally = tally
  }

  get count(): number {
    return this.#tally.count
  }

  codeOf(link: number): string {
    return this.#tally.codes.toString('latin1', link * codeLength, (link + 1) * codeLength)
  }

  /** Until there are this many since the beginning of the month. */
  async createUntil(end: number, signal: AbortSignal): Promise<void> {
    while (this.count < end && !signal.aborted) await this.#createSome(Math.min(bulkMost, end - this.count), signal)
  }

  async #createSome(links: number, signal: AbortSignal): Promise<void> {
    const urls = Array.from({ length: links }, (_, index) => ({ url: destinationOf(this.count + index) }))
    const end = performance.now() + patienceMs
    while (!signal.aborted) {
      const codes = await this.#post(JSON.stringify({ urls }))
      if (codes?.length === links) {
        for (const code of codes) this.#add(code)
        return
      }
      if (performance.now() > end) throw new Error(`links could not be created for ${patienceMs / 1_000} s`)
      this.#tally.retries++
      await sleep(retryMs)
    }
  }

  /** The codes, in the order of the body; undefined if a store was away. Links of a lost response are never visited. */
  async #post(body: string): Promise<string[] | undefined> {
    const headers = { authorization: `Bearer ${this.#api.key}`, 'content-type': 'application/json' }
    try {
      const answer = await fetch(`${this.#api.apiUrl}/api/v1/short-urls/bulk`, { method: 'POST', headers, body })
      const text = await answer.text()
      if (answer.status >= 500) return undefined
      if (!answer.ok) throw new Error(`links were refused: ${answer.status} ${text.slice(0, 500)}`)
      return (JSON.parse(text) as BulkReply).data.succeeded.map(({ short_code }) => short_code)
    } catch (error) {
      if (error instanceof TypeError) return undefined
      throw error
    }
  }

  #add(code: string): void {
    if (code.length !== codeLength) throw new Error(`the code ${code} does not have ${codeLength} characters`)
    this.#tally.codes.write(code, this.count * codeLength, 'latin1')
    this.#tally.count++
  }
}

interface BulkReply {
  data: { succeeded: { short_code: string }[] }
}

/** The number of a link is in its destination, so that stored clicks can be counted by it. */
const destinationOf = (link: number) => `https://shop.example/articles/${link}`
