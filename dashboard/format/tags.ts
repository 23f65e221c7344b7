/** Tags of a text with commas, without duplicates. */
export const readTags = (text: string): string[] => [
  ...new Set(
    text
      .split(',')
      .map((tag) => tag.trim())
      .filter((tag) => tag !== ''),
  ),
]

/** Adds a suggested tag to the text. It replaces the last part if that is its beginning. */
export function takeTag(text: string, tag: string): string {
  const before = startsTag(text, tag) ? text.slice(0, text.lastIndexOf(',') + 1) : text
  return [...readTags(before), tag].join(', ')
}

/** Whether a tag begins with the text after the last comma. */
export function startsTag(text: string, tag: string): boolean {
  const typed = text
    .slice(text.lastIndexOf(',') + 1)
    .trim()
    .toLowerCase()
  return typed !== '' && tag.toLowerCase().startsWith(typed)
}
