/** Whether each word that is searched for begins a word of the text; nothing searched for is in everything. */
export function matchesWords(text: string, search: string): boolean {
  const words = splitWords(text)
  return splitWords(search).every((wanted) => words.some((word) => word.startsWith(wanted)))
}

const splitWords = (text: string) =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
