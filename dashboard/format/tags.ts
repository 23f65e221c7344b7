/** As a form has them, with commas between them: each once. */
export const readTags = (text: string): string[] => [
  ...new Set(
    text
      .split(',')
      .map((tag) => tag.trim())
      .filter((tag) => tag !== ''),
  ),
]

/** The text with a tag that was taken from a list: what stands behind the last comma may be its beginning. */
export function takeTag(text: string, tag: string): string {
  const before = startsTag(text, tag) ? text.slice(0, text.lastIndexOf(',') + 1) : text
  return [...readTags(before), tag].join(', ')
}

/** Whether a tag begins with what stands behind the last comma. */
export function startsTag(text: string, tag: string): boolean {
  const typed = text
    .slice(text.lastIndexOf(',') + 1)
    .trim()
    .toLowerCase()
  return typed !== '' && tag.toLowerCase().startsWith(typed)
}
