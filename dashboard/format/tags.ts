/** Tags of a text with commas, without duplicates. */
export const readTags = (text: string): string[] => [
  ...new Set(
    text
      .split(',')
      .map((tag) => tag.trim())
      .filter((tag) => tag !== ''),
  ),
]

/** Tags of a text that ends with the tag that is still being typed, if any, without that one. */
export function tagsBefore(text: string, typed: string): string[] {
  const end = text.lastIndexOf(',') + 1
  const isTyped = typed.trim() !== '' && text.slice(end).trim() === typed.trim()
  return readTags(isTyped ? text.slice(0, end) : text)
}

/** The text of tags, and of the tag that is still being typed. */
export const writeTags = (tags: readonly string[], typed: string): string =>
  [...new Set(tags), typed.trim()].filter((tag) => tag !== '').join(', ')

/** Splits what is typed at its last comma. */
export function splitTyped(text: string): { complete: string[]; rest: string } {
  const end = text.lastIndexOf(',') + 1
  return { complete: readTags(text.slice(0, end)), rest: text.slice(end).trimStart() }
}
