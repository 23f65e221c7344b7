import type { BulkShortUrls } from '#schemas/bulk-links.ts'
import type { ShortUrl } from '#schemas/links.ts'
import { Failure, messageOf } from '../api/failure.ts'

/** Links per request: few enough to show progress, many enough that 1,000 links take four requests. */
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
 * Changes links in batches, one after the other. The result lists the links that failed. If a whole request fails, the rest
 * fails too; links that were changed before stay changed.
 */
export async function changeMany(
  links: readonly ShortUrl[],
  change: Change,
  onProgress: (done: number) => void,
): Promise<BulkResult> {
  const refused: Refusal[] = []
  for (let start = 0; start < links.length; start += callSize) {
    const part = links.slice(start, start + callSize)
    try {
      const { failed } = await change(part.map(({ id }) => id))
      refused.push(...failed.flatMap(({ index, message }) => refusalOf(part[index], new Failure(message))))
    } catch (error) {
      refused.push(...links.slice(start).flatMap((link) => refusalOf(link, error)))
      break
    }
    onProgress(start + part.length)
  }
  return { changed: links.length - refused.length, refused }
}

const refusalOf = (link: ShortUrl | undefined, error: unknown): Refusal[] =>
  link === undefined ? [] : [{ link, message: messageOf(error) }]
