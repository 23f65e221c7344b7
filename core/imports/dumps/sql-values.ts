/** How a database writes its texts. */
export type Dialect = 'mysql' | 'postgres'

export type Value = string | null

const backslash = 0x5c
const comma = 0x2c
const opened = 0x28
const closed = 0x29
const single = 0x27
const double = 0x22

/** N'…', E'…', X'…' and _utf8mb4'…'. */
const prefix = /(_\w+|[nexb])\s*(?=')/iy
const escapes: Readonly<Record<string, string>> = { '0': '\0', b: '\b', n: '\n', r: '\r', t: '\t', Z: '\x1a' }

interface Read<Result> {
  value: Result
  /** The position after it. */
  end: number
}

/**
 * The values of a row such as (1, 'two', NULL), from its parenthesis. undefined if the text ends before the row does; null if it is
 * not a row.
 */
export function readTuple(text: string, start: number, dialect: Dialect): Read<Value[]> | undefined | null {
  if (text.charCodeAt(start) !== opened) return null
  const values: Value[] = []
  for (let at = start + 1; ; ) {
    const read = readValue(text, skipSpace(text, at), dialect)
    if (read === undefined) return undefined
    values.push(read.value)
    const after = skipSpace(text, read.end)
    if (after >= text.length) return undefined
    const sign = text.charCodeAt(after)
    if (sign === closed) return { value: values, end: after + 1 }
    if (sign !== comma) return null
    at = after + 1
  }
}

export function skipSpace(text: string, start: number): number {
  let at = start
  while (at < text.length && text.charCodeAt(at) <= 0x20) at++
  return at
}

function readValue(text: string, at: number, dialect: Dialect): Read<Value> | undefined {
  const code = text.charCodeAt(at)
  if (code === single || (code === double && dialect === 'mysql')) return readText(text, at, dialect === 'mysql')
  prefix.lastIndex = at
  const [all = '', name = ''] = prefix.exec(text) ?? []
  if (all === '') return readBare(text, at)
  const read = readText(text, at + all.length, dialect === 'mysql' || name.toLowerCase() === 'e')
  return read && name.toLowerCase() === 'x' ? { ...read, value: fromHex(read.value) } : read
}

/** From its quotation mark. */
function readText(text: string, start: number, hasEscapes: boolean): Read<string> | undefined {
  const quote = text.charCodeAt(start)
  let value = ''
  for (let from = start + 1, at = from; ; ) {
    while (at < text.length && text.charCodeAt(at) !== quote && !(hasEscapes && text.charCodeAt(at) === backslash)) at++
    // Another quotation mark may follow.
    if (at + 1 >= text.length) return undefined
    value += text.slice(from, at)
    const next = text[at + 1] ?? ''
    if (text.charCodeAt(at) === backslash) value += unescape(next)
    else if (text.charCodeAt(at + 1) === quote) value += next
    else return { value, end: at + 1 }
    from = at + 2
    at = from
  }
}

/** MySQL keeps the backslash of \% and \_, which have a meaning in patterns. */
const unescape = (letter: string): string =>
  escapes[letter] ?? (letter === '%' || letter === '_' ? `\\${letter}` : letter)

/** A number, NULL, 0x414243, or an expression, which is kept as it is. */
function readBare(text: string, start: number): Read<Value> | undefined {
  let depth = 0
  for (let at = start; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === single) {
      const quoted = readText(text, at, true)
      if (quoted === undefined) return undefined
      at = quoted.end - 1
    } else if (code === opened) depth += 1
    else if (depth === 0 && (code === comma || code === closed))
      return { value: toValue(text.slice(start, at).trim()), end: at }
    else if (code === closed) depth -= 1
  }
  return undefined
}

function toValue(bare: string): Value {
  if (/^null$/i.test(bare)) return null
  return /^0x[0-9a-f]*$/i.test(bare) ? fromHex(bare.slice(2)) : bare
}

const fromHex = (digits: string): string => Buffer.from(digits, 'hex').toString()

const copyEscapes: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' }

/** The values of a line of COPY … FROM stdin. */
export const readCopyLine = (line: string): Value[] =>
  line.split('\t').map((field) => {
    if (field === '\\N') return null
    return field.includes('\\') ? field.replace(/\\(.)/g, (_, letter: string) => copyEscapes[letter] ?? letter) : field
  })
