import type { BulkShortUrls } from '#schemas/bulk-links.ts'
import type { ShortUrl } from '#schemas/links.ts'
import { messageOf } from '../api/failure.ts'

/** Links of one call: few enough that its end is soon, many enough that a thousand need few calls. */
const callSize = 250

interface Refusal {
  link: ShortUrl
  message: string
}

export interface BulkResult {
  changed: number
  refused: Refusal[]
}

type Change = (ids: readonly string[]) => Promise<Pick<BulkShortUrls, 'failed'>>

/**
 * Changes links call by call, one after the other. What a call refuses is told link by link; a call that fails as a whole
 * ends it, and what was changed before stays changed: the result says how many those are.
 */
export async function changeMany(
  links: readonly ShortUrl[],
  change: Change,
  tellDone: (done: number) => void,
): Promise<BulkResult> {
  const refused: Refusal[] = []
  for (let start = 0; start < links.length; start += callSize) {
    const part = links.slice(start, start + callSize)
    try {
      const { failed } = await change(part.map(({ id }) => id))
      refused.push(...failed.flatMap(({ index, message }) => refusalOf(part[index], message)))
    } catch (error) {
      refused.push(...links.slice(start).flatMap((link) => refusalOf(link, messageOf(error))))
      break
    }
    tellDone(start + part.length)
  }
  return { changed: links.length - refused.length, refused }
}

const refusalOf = (link: ShortUrl | undefined, message: string): Refusal[] =>
  link === undefined ? [] : [{ link, message }]
