const unusual = /[^\x20-\x7e]/
/** Control characters (\p{Cc}): tabs and line breaks would break a line of clicks. */
const controls = /[^\x20-\x7e\xa0-\uffff]/g

/** A header value on one line, cut to the limit. Non-ASCII bytes are decoded as UTF-8. */
export function headerText(bytes: string, limit: number): string {
  if (!unusual.test(bytes)) return cut(bytes, limit)
  return cut(Buffer.from(bytes, 'latin1').toString('utf8'), limit).replace(controls, ' ')
}

/** The same for decoded text, such as a URL or query. */
export const lineText = (text: string, limit: number): string =>
  unusual.test(text) ? cut(text, limit).replace(controls, ' ') : cut(text, limit)

const cut = (text: string, limit: number) => (text.length > limit ? text.slice(0, limit) : text)
