import { setTimeout as sleep } from 'node:timers/promises'
import { bulkMost } from '#schemas/bulk-links.ts'

const codeLength = 7
const retryMs = 250
const patienceMs = 5 * 60_000

interface Api {
  apiUrl: string
  key: string
}

/** Creates links with bulk calls, one after another. Only their codes are kept, 7 bytes each: a month has millions. */
export class CreatedLinks {
  count = 0
  /** Calls that failed while a store was away. */
  retries = 0
  readonly #api: Api
  readonly #codes: Buffer

  constructor(api: Api, most: number) {
    this.#api = api
    this.#codes = Buffer.alloc(most * codeLength)
  }

  codeOf(link: number): string {
    return this.#codes.toString('latin1', link * codeLength, (link + 1) * codeLength)
  }

  async create(links: number): Promise<void> {
    const end = this.count + links
    while (this.count < end) await this.#createSome(Math.min(bulkMost, end - this.count))
  }

  async #createSome(links: number): Promise<void> {
    const urls = Array.from({ length: links }, (_, index) => ({ url: destinationOf(this.count + index) }))
    const end = performance.now() + patienceMs
    for (;;) {
      const codes = await this.#post(JSON.stringify({ urls }))
      if (codes?.length === links) {
        for (const code of codes) this.#add(code)
        return
      }
      if (performance.now() > end) throw new Error(`links could not be created for ${patienceMs / 1_000} s`)
      this.retries++
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
    this.#codes.write(code, this.count * codeLength, 'latin1')
    this.count++
  }
}

interface BulkReply {
  data: { succeeded: { short_code: string }[] }
}

/** The number of a link is in its destination, so that stored clicks can be counted by it. */
const destinationOf = (link: number) => `https://shop.example/articles/${link}`
