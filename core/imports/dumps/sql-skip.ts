import type { Dialect } from './sql-values.ts'

/** Signs that begin a text or comment, or end the statement. */
const stops = { mysql: /['"`;#]|--|\/\*/g, postgres: /['";]|--|\/\*|\$\w*\$/g }
/** The text may be cut inside a sign: $tag$ has up to 64 characters. */
const longestSign = 64

interface Skipping {
  /** The end of the text or comment that the position is in; empty outside. */
  quote: string
  dialect: Dialect
  isEnd: boolean
}

/** Skips a statement. The next position, and what the position is in: `;` if the statement has ended. */
export function endOfSkipped(text: string, start: number, { quote: first, dialect, isEnd }: Skipping) {
  const stop = stops[dialect]
  for (let at = start, quote = first; ; ) {
    if (quote !== '') {
      const end = endOfQuoted(text, at, { quote, dialect })
      if (!end.isClosed) return { at: end.at, quote }
      at = end.at
      quote = ''
    }
    stop.lastIndex = at
    const found = stop.exec(text)
    if (found === null) return { at: isEnd ? text.length : beforeCut(text, at), quote: '' }
    const [sign] = found
    // The space after two hyphens of MySQL is in the next piece.
    if (!isEnd && found.index + sign.length >= text.length && sign !== ';') return { at: found.index, quote: '' }
    at = found.index + sign.length
    if (sign === ';') return { at, quote: ';' }
    quote = endOf(sign, text[at] ?? '', dialect)
  }
}

/** A sign may begin in the last characters. */
function beforeCut(text: string, at: number): number {
  const cut = Math.max(at, text.length - longestSign)
  const sign = text.slice(cut).search(/[-/$]\w*$/)
  return sign === -1 ? text.length : cut + sign
}

/** The end of what a sign begins: of a text or comment. Empty if it begins neither. */
export function endOf(sign: string, next: string, dialect: Dialect): string {
  if (sign === '#') return '\n'
  if (sign === '--') return dialect === 'postgres' || next <= ' ' ? '\n' : ''
  return sign === '/*' ? '*/' : sign
}

/** The position after a text or comment, from the position after the sign that begins it. */
export function endOfQuoted(
  text: string,
  start: number,
  { quote, dialect }: { quote: string; dialect: Dialect },
): { at: number; isClosed: boolean } {
  const isPlain = quote.length > 1 || quote === '\n'
  if (isPlain) {
    const end = text.indexOf(quote, start)
    if (end !== -1) return { at: end + quote.length, isClosed: true }
    return { at: Math.max(start, text.length - quote.length + 1), isClosed: false }
  }
  const hasEscapes = dialect === 'mysql' && quote !== '`'
  for (let at = start; at < text.length; at++) {
    const sign = text[at]
    const isEscape = hasEscapes && sign === '\\'
    if (!isEscape && sign !== quote) continue
    // What follows is in the next piece.
    if (at + 1 === text.length) return { at, isClosed: false }
    if (!isEscape && text[at + 1] !== quote) return { at: at + 1, isClosed: true }
    at += 1
  }
  return { at: text.length, isClosed: false }
}
