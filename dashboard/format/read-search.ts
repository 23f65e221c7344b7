/** What stands in an address may have been typed by anybody: these take what makes sense of it. */

/** undefined where there is none. What looks like a number has been read as one. */
export const readText = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : typeof value === 'number' ? String(value) : undefined

/** One of the keys, if it is one: `names` says what people call them. */
export const readKey = <Key extends string>(names: Readonly<Record<Key, unknown>>, value: unknown): Key | undefined =>
  typeof value === 'string' && Object.hasOwn(names, value) ? (value as Key) : undefined
