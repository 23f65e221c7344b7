/** Spellings of a tag that differ in case are one tag. */
const keyOf = (tag: string) => tag.toLowerCase()

/** Each tag once, in its first spelling. */
export function uniqueTags(tags: readonly string[]): string[] {
  const spellings = new Map<string, string>()
  for (const tag of tags) if (!spellings.has(keyOf(tag))) spellings.set(keyOf(tag), tag)
  return [...spellings.values()]
}

export function haveCommonTag(tags: readonly string[], others: readonly string[]): boolean {
  const keys = new Set(others.map(keyOf))
  return tags.some((tag) => keys.has(keyOf(tag)))
}

export const tagsWithout = (tags: readonly string[], removed: readonly string[]): string[] => {
  const keys = new Set(removed.map(keyOf))
  return tags.filter((tag) => !keys.has(keyOf(tag)))
}
