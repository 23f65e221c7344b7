import type { ClickColumnName } from '#schemas/click-columns.ts'

/** Part of a ClickHouse statement with bound values. Only the ch tag creates one, so values are always bound. */
export class Fragment {
  readonly texts: readonly string[]
  readonly slots: readonly Slot[]

  constructor(texts: readonly string[], slots: readonly Slot[]) {
    this.texts = texts
    this.slots = slots
  }
}

/** A value with its ClickHouse type. */
class TypedValue {
  readonly type: string
  readonly value: unknown

  constructor(type: string, value: unknown) {
    this.type = type
    this.value = value
  }
}

type Slot = Fragment | TypedValue

/** ch`select count() from clicks where account_id = ${uuid(id)}`. A plain string in a slot does not compile. */
export function ch(texts: TemplateStringsArray, ...slots: Slot[]): Fragment {
  return new Fragment(texts, slots)
}

export const uuid = (value: string) => new TypedValue('UUID', value)
export const uuids = (values: readonly string[]) => new TypedValue('Array(UUID)', values)
export const text = (value: string) => new TypedValue('String', value)
export const texts = (values: readonly string[]) => new TypedValue('Array(String)', values)
/** Days as 2026-01-31. */
export const dates = (values: readonly string[]) => new TypedValue('Array(Date)', values)
export const int = (value: number) => new TypedValue('Int64', value)
/** A time in Unix milliseconds, compared exactly with DateTime64(3) columns. */
export const instant = (value: Date | number) => ch`fromUnixTimestamp64Milli(${int(Number(value))}, 'UTC')`

/** A time in whole seconds for DateTime columns, given in Unix milliseconds. */
export const seconds = (value: number) => ch`toDateTime(${int(value / 1_000)}, 'UTC')`

export function join(fragments: readonly Fragment[], separator: Fragment): Fragment {
  if (fragments.length === 0) return new Fragment([''], [])
  const slots = fragments.flatMap((fragment, index) => (index === 0 ? [fragment] : [separator, fragment]))
  return new Fragment(['', ...slots.map(() => '')], slots)
}

/** A column of `clicks`. It includes the table name, because a bare name could be taken for an alias. */
export const column = (name: ClickColumnName) => new Fragment([`clicks.${name}`], [])

export const columns = (names: readonly ClickColumnName[]) => new Fragment([names.join(', ')], [])

export interface Statement {
  query: string
  params: Record<string, unknown>
}

/** Replaces the values with numbered, typed placeholders ({p0:UUID}). The same value of a type is sent once. */
export function render(fragment: Fragment): Statement {
  const params: Record<string, unknown> = {}
  const placeholders = new Map<string, Map<unknown, string>>()
  let count = 0
  const bind = (type: string, value: unknown): string => {
    const name = `p${count++}`
    params[name] = value
    return `{${name}:${type}}`
  }
  const write = (piece: Slot): string => {
    if (piece instanceof TypedValue) {
      const ofType = placeholders.get(piece.type) ?? new Map<unknown, string>()
      placeholders.set(piece.type, ofType)
      const known = ofType.get(piece.value)
      if (known !== undefined) return known
      const bound = inParts(piece.value).map((part) => bind(piece.type, part))
      const placeholder = bound.length === 1 ? bound.join() : `arrayConcat(${bound.join(', ')})`
      ofType.set(piece.value, placeholder)
      return placeholder
    }
    return piece.texts.reduce((sql, next, index) => {
      const slot = piece.slots[index - 1]
      return sql + (slot === undefined ? '' : write(slot)) + next
    })
  }
  const query = write(fragment)
  return { query, params }
}

/** A ClickHouse server refuses a request with a value of more than 128 KiB. */
const mostBytes = 120_000
/** A character of UTF-16 has up to three bytes in UTF-8, and an element has quotes and a comma. */
const mostBytesOf = (element: unknown) => 3 * String(element).length + 3

/** The parts of a list that is too long to be sent as one. Any other value is its only part. */
function inParts(value: unknown): unknown[] {
  if (!Array.isArray(value)) return [value]
  const parts: unknown[][] = [[]]
  let bytes = 0
  for (const element of value) {
    bytes += mostBytesOf(element)
    if (bytes > mostBytes) {
      parts.push([])
      bytes = mostBytesOf(element)
    }
    parts.at(-1)?.push(element)
  }
  return parts
}
