import { endOf, endOfQuoted } from './sql-skip.ts'
import type { Dialect } from './sql-values.ts'

/** A table of a dump. */
export interface TableHead {
  name: string
  /** null if the dump does not name them. */
  columns: readonly string[] | null
}

export type Head =
  | { kind: 'insert' | 'copy'; table: TableHead; end: number }
  /** `end` is the position after its columns. */
  | { kind: 'create'; table: TableHead; end: number }
  /** The text ends between the columns of CREATE TABLE. */
  | { kind: 'unfinished' }

const name = '(?:`(?:[^`]|``)+`|"(?:[^"]|"")+"|[\\w$]+)'
const path = `${name}(?:\\s*\\.\\s*${name})*`
const list = '(?:\\s*\\(([^()]*)\\))?'
const insert = new RegExp(
  `(?:insert|replace)\\s+(?:(?:low_priority|delayed|high_priority|ignore)\\s+)*(?:into\\s+)?(${path})${list}\\s*(?:overriding\\s+\\w+\\s+value\\s+)?values?(?=[\\s(])`,
  'iy',
)
/** Up to the end of the line, which may have a comment. */
const copy = new RegExp(`copy\\s+(${path})${list}\\s+from\\s+stdin[^;\\n]*;[^\\n]{0,200}(?=\\n)`, 'iy')
const create = new RegExp(`create\\s+(?:\\w+\\s+)?table\\s+(?:if\\s+not\\s+exists\\s+)?(${path})\\s*\\(`, 'iy')
/** A statement with at least two words that creates something else. */
const createOther = /create\s+(?!(?:\w+\s+)?table\b)\w+\s+\w+\s/iy
const keyword = /[a-z]+/iy
const leadingName = new RegExp(`^(${name})\\s`)
const names = new RegExp(name, 'g')
/** What separates columns, and what begins a text or comment. */
const signs = { mysql: /[(),;'"`#]|--|\/\*/g, postgres: /[(),;'"]|--|\/\*|\$\w*\$/g }

/** Words that begin a part of a table that is not a column. Columns with such names are in quotation marks. */
const noColumn = /^(primary|key|unique|constraint|index|fulltext|spatial|foreign|check|exclude|like|period)$/i

/** The beginning of a statement that is of interest. null for other ones; undefined if the text may end before it does. */
export function readHead(text: string, at: number, dialect: Dialect): Head | null | undefined {
  keyword.lastIndex = at
  const word = keyword.exec(text)?.[0].toLowerCase()
  if (word === undefined) return null
  if (word === 'insert' || word === 'replace') return readNamed(text, at, { kind: 'insert', form: insert })
  if (word === 'copy') return readNamed(text, at, { kind: 'copy', form: copy })
  if (word === 'create') return readCreate(text, at, dialect)
  return at + word.length < text.length ? null : undefined
}

function readNamed(text: string, at: number, { kind, form }: { kind: 'insert' | 'copy'; form: RegExp }) {
  form.lastIndex = at
  const [all, table, columns] = form.exec(text) ?? []
  if (all === undefined || table === undefined) return undefined
  return {
    kind,
    table: { name: lastName(table), columns: columns === undefined ? null : namesIn(columns) },
    end: at + all.length,
  }
}

function readCreate(text: string, at: number, dialect: Dialect): Head | null | undefined {
  createOther.lastIndex = at
  if (createOther.test(text)) return null
  create.lastIndex = at
  const [all, table] = create.exec(text) ?? []
  if (all === undefined || table === undefined) return undefined
  const parts = readParts(text, at + all.length, dialect)
  if (parts === undefined) return { kind: 'unfinished' }
  if (parts === null) return null
  const columns = parts.value.flatMap((part) => {
    const [, first] = leadingName.exec(`${part.trim()} `) ?? []
    return first === undefined || noColumn.test(first) ? [] : [lastName(first)]
  })
  return { kind: 'create', table: { name: lastName(table), columns }, end: parts.end }
}

/**
 * The texts between the commas of a list, from its parenthesis, without comments. null if the statement ends before the list does;
 * undefined if the text does.
 */
function readParts(text: string, start: number, dialect: Dialect): { value: string[]; end: number } | undefined | null {
  const value: string[] = []
  let part = ''
  let depth = 0
  for (let at = start, from = start; ; ) {
    const found = readSign(text, at, dialect)
    if (found === undefined) return undefined
    const { sign, index, end } = found
    if (sign === ';') return null
    at = end
    if (sign === '(') depth += 1
    else if (sign === ')') depth -= 1
    const isEnd = depth < 0 || (depth === 0 && sign === ',')
    if (isEnd || isComment(sign)) {
      part += text.slice(from, index)
      from = end
    }
    if (isEnd) {
      value.push(part)
      part = ''
    } else if (isComment(sign)) part += ' '
    if (depth < 0) return { value, end }
  }
}

/** The next sign of a list, or the whole of the next text or comment. undefined if the text ends first. */
function readSign(text: string, at: number, dialect: Dialect) {
  const form = signs[dialect]
  form.lastIndex = at
  const found = form.exec(text)
  if (found === null) return undefined
  const { 0: sign, index } = found
  const end = index + sign.length
  if (/^[(),;]/.test(sign)) return { sign, index, end }
  const quote = endOf(sign, text[end] ?? '', dialect)
  if (quote === '') return { sign, index, end }
  const quoted = endOfQuoted(text, end, { quote, dialect })
  return quoted.isClosed ? { sign: quote, index, end: quoted.at } : undefined
}

const isComment = (sign: string): boolean => sign === '\n' || sign === '*/'

const namesIn = (columns: string): string[] => (columns.match(names) ?? []).map(lastName)

/** Without its schema and quotation marks. */
function lastName(given: string): string {
  const last = given.match(names)?.at(-1) ?? given
  const quote = last[0] ?? ''
  return quote === '`' || quote === '"' ? last.slice(1, -1).replaceAll(quote + quote, quote) : last
}
