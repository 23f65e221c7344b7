/** What stands in a URL may have been typed by anybody: these take what makes sense of it. */

/** Searches and names of campaigns have no more characters: the API refuses longer ones. */
const longestText = 200
const unstorable = /[\0\p{Surrogate}]/u

/** undefined where there is none, and for text that the API refuses. What looks like a number was parsed as one. */
export function readText(value: unknown, longest = longestText): string | undefined {
  const text = typeof value === 'number' ? String(value) : value
  if (typeof text !== 'string' || text.trim() === '') return undefined
  return text.length > longest || unstorable.test(text) ? undefined : text
}

/** The id of a resource. */
export const readId = (value: unknown): string | undefined =>
  typeof value === 'string' && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(value) ? value : undefined

/** One of the keys, if it is one: `names` says what people call them. */
export const readKey = <Key extends string>(names: Readonly<Record<Key, unknown>>, value: unknown): Key | undefined =>
  typeof value === 'string' && Object.hasOwn(names, value) ? (value as Key) : undefined

/**
 * For `validateSearch` of a route. The router merges what a reader returns into the raw URL, so a key that the reader
 * leaves out would keep its raw value: here each key of the URL is unset unless the reader returns it.
 */
export const readStrictly =
  <Search extends object>(read: (search: Record<string, unknown>) => Search) =>
  (search: Record<string, unknown>): Search => ({
    ...Object.fromEntries(Object.keys(search).map((key) => [key, undefined])),
    ...read(search),
  })
