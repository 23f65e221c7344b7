const unusual = /[^\x20-\x7e]/
/** \p{Cc}: tabs and line ends would tear a line of clicks apart. */
const controls = /[^\x20-\x7e\xa0-\uffff]/g

/** What a client sent, up to this many characters and on one line. Bytes beyond ASCII are UTF-8, if anything. */
export function headerText(bytes: string, limit: number): string {
  if (!unusual.test(bytes)) return cut(bytes, limit)
  return cut(Buffer.from(bytes, 'latin1').toString('utf8'), limit).replace(controls, ' ')
}

/** What is text already in the same way: an address of ours, a query. */
export const lineText = (text: string, limit: number): string =>
  unusual.test(text) ? cut(text, limit).replace(controls, ' ') : cut(text, limit)

const cut = (text: string, limit: number) => (text.length > limit ? text.slice(0, limit) : text)
