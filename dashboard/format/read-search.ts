/** Parameters in the URL of a page may be anything. These functions return valid values only. */

/** Maximum characters of a search or a campaign name in the API. */
const longestText = 200
const unstorable = /[\0\p{Surrogate}]/u

/** undefined for missing text, and for text that the API rejects. The router parses numeric text as a number. */
export function readText(value: unknown, longest = longestText): string | undefined {
  const text = typeof value === 'number' ? String(value) : value
  if (typeof text !== 'string' || text.trim() === '') return undefined
  return text.length > longest || unstorable.test(text) ? undefined : text
}

export const readId = (value: unknown): string | undefined =>
  typeof value === 'string' && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(value) ? value : undefined

/** The value, if it is a key of `names`. */
export const readKey = <Key extends string>(names: Readonly<Record<Key, unknown>>, value: unknown): Key | undefined =>
  typeof value === 'string' && Object.hasOwn(names, value) ? (value as Key) : undefined

/**
 * For `validateSearch` of a route. The router merges the result of a reader into the raw URL, where keys that the reader
 * does not return would keep their raw value. This unsets them.
 */
export const readStrictly =
  <Search extends object>(read: (search: Record<string, unknown>) => Search) =>
  (search: Record<string, unknown>): Search => ({
    ...Object.fromEntries(Object.keys(search).map((key) => [key, undefined])),
    ...read(search),
  })
