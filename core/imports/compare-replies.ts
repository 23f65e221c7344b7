import { parseUrl } from '#schemas/parse-url.ts'
import type { DifferenceKind } from '#schemas/verification.ts'

/** The response of a short URL. */
export interface ShortUrlReply {
  /** null without a response. */
  status: number | null
  /** Where it redirects. */
  url: string | null
}

/** How the response of a link differs from that of its source. null if it does not. */
export function compareReplies(old: ShortUrlReply, ours: ShortUrlReply): DifferenceKind | null {
  if (old.status === null) return 'unreachable'
  const [from, to] = [destinationOf(old), destinationOf(ours)]
  if (from === null || to === null) {
    const isSame = from === to && isError(old.status) === isError(ours.status ?? 0)
    return isSame ? null : 'status'
  }
  if (normalize(from) !== normalize(to)) return 'destination'
  return old.status === ours.status ? null : 'redirect_type'
}

const destinationOf = ({ status, url }: ShortUrlReply): string | null =>
  status !== null && status >= 300 && status < 400 ? url : null

const isError = (status: number): boolean => status >= 400

/** Two spellings can be the same URL, such as with and without the slash after the host. */
const normalize = (url: string): string => parseUrl(url)?.href ?? url
