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

const name = '(?:`(?:[^`]|``)+`|"(?:[^"]|"")+"|[\\w$]+)'
const path = `${name}(?:\\s*\\.\\s*${name})*`
const list = '(?:\\s*\\(([^()]*)\\))?'
const insert = new RegExp(
  `(?:insert|replace)\\s+(?:(?:low_priority|delayed|high_priority|ignore)\\s+)*(?:into\\s+)?(${path})${list}\\s*(?:overriding\\s+\\w+\\s+value\\s+)?values?(?=[\\s(])`,
  'iy',
)
/** Up to the end of the line. */
const copy = new RegExp(`copy\\s+(${path})${list}\\s+from\\s+stdin[^;\\n]*;[^\\n]*(?=\\n)`, 'iy')
const create = new RegExp(`create\\s+(?:\\w+\\s+)?table\\s+(?:if\\s+not\\s+exists\\s+)?(${path})\\s*\\(`, 'iy')
/** A statement with at least two words that creates something else. */
const createOther = /create\s+(?!(?:\w+\s+)?table\b)\w+\s+\w+\s/iy
const keyword = /[a-z]+/iy
const leadingName = new RegExp(`^(${name})\\s`)
const names = new RegExp(name, 'g')

/** Words that begin a part of a table that is not a column. Columns with such names are in quotation marks. */
const noColumn = /^(primary|key|unique|constraint|index|fulltext|spatial|foreign|check|exclude|like|period)$/i

/** The beginning of a statement that is of interest. null for other ones; undefined if the text may end before it does. */
export function readHead(text: string, at: number): Head | null | undefined {
  keyword.lastIndex = at
  const word = keyword.exec(text)?.[0].toLowerCase()
  if (word === undefined) return null
  if (word === 'insert' || word === 'replace') return readNamed(text, at, { kind: 'insert', form: insert })
  if (word === 'copy') return readNamed(text, at, { kind: 'copy', form: copy })
  if (word === 'create') return readCreate(text, at)
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

function readCreate(text: string, at: number): Head | null | undefined {
  createOther.lastIndex = at
  if (createOther.test(text)) return null
  create.lastIndex = at
  const [all, table] = create.exec(text) ?? []
  if (all === undefined || table === undefined) return undefined
  const parts = readParts(text, at + all.length)
  if (parts === undefined) return undefined
  const columns = parts.value.flatMap((part) => {
    const [, first] = leadingName.exec(`${part.trim()} `) ?? []
    return first === undefined || noColumn.test(first) ? [] : [lastName(first)]
  })
  return { kind: 'create', table: { name: lastName(table), columns }, end: parts.end }
}

/** The texts between the commas of a list, from its parenthesis. */
function readParts(text: string, start: number): { value: string[]; end: number } | undefined {
  const parts: string[] = []
  let depth = 0
  for (let at = start, from = start; at < text.length; at = skipQuoted(text, at)) {
    const sign = text[at]
    if (sign === '(') depth += 1
    else if (sign === ')') depth -= 1
    if (depth < 0 || (depth === 0 && sign === ',')) {
      parts.push(withoutComments(text.slice(from, at)))
      from = at + 1
    }
    if (depth < 0) return { value: parts, end: at + 1 }
  }
  return undefined
}

/** The position after a text in quotation marks or a comment, or after one character. */
function skipQuoted(text: string, at: number): number {
  const sign = text[at] ?? ''
  const end = text.startsWith('--', at) ? '\n' : text.startsWith('/*', at) ? '*/' : /['"`]/.test(sign) ? sign : ''
  if (end === '') return at + 1
  const closing = text.indexOf(end, at + 1)
  return closing === -1 ? text.length : closing + end.length
}

const withoutComments = (text: string) => text.replace(/--[^\n]*\n|\/\*[^]*?\*\//g, ' ')

const namesIn = (columns: string): string[] => (columns.match(names) ?? []).map(lastName)

/** Without its schema and quotation marks. */
function lastName(given: string): string {
  const last = given.match(names)?.at(-1) ?? given
  const quote = last[0] ?? ''
  return quote === '`' || quote === '"' ? last.slice(1, -1).replaceAll(quote + quote, quote) : last
}
