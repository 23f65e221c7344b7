import { utmFields } from '#schemas/utm-fields.ts'

type Utm = Record<(typeof utmFields)[number], string>

/** Longest value kept of a parameter, in characters. */
const longestValue = 200

export const noUtm: Utm = { utm_source: '', utm_medium: '', utm_campaign: '', utm_term: '', utm_content: '' }

/** Each field from the query of the short link, otherwise from that of the destination. */
export function findUtm(query: string, destinationUrl: string): Utm {
  const own = parseQuery(query)
  const theirs = parseQuery(queryOf(destinationUrl))
  if (own === null && theirs === null) return noUtm
  const utm = { ...noUtm }
  for (const field of utmFields)
    utm[field] = (own?.get(field) || theirs?.get(field) || '').trim().slice(0, longestValue)
  return utm
}

/** Most queries have no UTM, and searching for the prefix is a hundred times faster than parsing. */
function parseQuery(query: string): URLSearchParams | null {
  return query.includes('utm_') ? new URLSearchParams(query) : null
}

function queryOf(url: string): string {
  const start = url.indexOf('?')
  if (start === -1) return ''
  const end = url.indexOf('#', start)
  return url.slice(start + 1, end === -1 ? undefined : end)
}
