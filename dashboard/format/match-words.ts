/** Whether each word of the search is the beginning of a word in the text. An empty search matches everything. */
export function matchesWords(text: string, search: string): boolean {
  const words = splitWords(text)
  return splitWords(search).every((wanted) => words.some((word) => word.startsWith(wanted)))
}

const splitWords = (text: string) =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
