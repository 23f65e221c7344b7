import { randomBytes } from 'node:crypto'
import type { Dice } from '../guarantees/dice.ts'
import { oddValue } from './odd-values.ts'

/** What is read here of a JSON schema without references. */
export interface Schema {
  type?: string | readonly string[]
  format?: string
  enum?: readonly unknown[]
  const?: unknown
  anyOf?: readonly Schema[]
  oneOf?: readonly Schema[]
  allOf?: readonly Schema[]
  properties?: Record<string, Schema>
  required?: readonly string[]
  items?: Schema
  minItems?: number
  maxItems?: number
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
}

/** Ids, slugs and names that replies contained, by the first part of their path. */
export type Known = (noun: string) => string | undefined

const mostDepth = 6

/** A value that the schema mostly allows. Fields that name something get the ids and names of existing objects. */
export function makeValue(schema: Schema, dice: Dice, known: Known, name = '', depth = 0): unknown {
  if (schema.const !== undefined) return schema.const
  if (schema.enum !== undefined) return dice.pick(schema.enum)
  const choices = schema.anyOf ?? schema.oneOf
  if (choices !== undefined) return makeValue(dice.pick(choices), dice, known, name, depth)
  if (schema.allOf !== undefined) return Object.assign({}, ...schema.allOf.map((one) => makeValue(one, dice, known)))
  const type = typeof schema.type === 'object' ? dice.pick(schema.type) : schema.type
  if (type === 'object') return makeObject(schema, dice, known, depth)
  if (type === 'array') return makeArray(schema, dice, known, name, depth)
  if (type === 'string') return makeText(schema, dice, known, name)
  if (type === 'integer' || type === 'number') return makeNumber(schema, dice, type === 'integer')
  if (type === 'boolean') return dice.roll() < 0.5
  if (type === 'null') return null
  return oddValue(dice)
}

function makeObject({ properties = {}, required = [] }: Schema, dice: Dice, known: Known, depth: number): unknown {
  const share = dice.pick([0, 0.2, 0.8])
  const chosen = Object.entries(properties).filter(
    ([name]) => required.includes(name) || (depth < mostDepth && dice.roll() < share),
  )
  return Object.fromEntries(chosen.map(([name, one]) => [name, makeValue(one, dice, known, name, depth + 1)]))
}

function makeArray(
  { items = {}, minItems = 0, maxItems = 3 }: Schema,
  dice: Dice,
  known: Known,
  name: string,
  depth: number,
) {
  const length = Math.min(maxItems, minItems + Math.floor(dice.between(0, 3)))
  return Array.from({ length }, () => makeValue(items, dice, known, name, depth + 1))
}

const day = 86_400_000

function makeText({ format, maxLength = 100, minLength = 0 }: Schema, dice: Dice, known: Known, name: string): string {
  const existing = nounOf(name)
  const id = existing === undefined ? undefined : known(existing)
  if (id !== undefined && dice.roll() < 0.8) return id
  if (format === 'uuid') return known('any') ?? '00000000-0000-4000-8000-000000000000'
  if (format === 'date-time') return new Date(Date.now() + dice.between(-60 * day, 60 * day)).toISOString()
  if (format === 'uri' || name.endsWith('url')) return dice.pick(destinations)
  if (format === 'email' || name === 'email') return `${fresh()}@example.com`
  if (/color/.test(name)) return dice.pick(['#000000', '#1D4ED8', '#ffffff'])
  if (/domain/.test(name)) return `${fresh()}.example`
  if (/timezone|time_zone/.test(name)) return dice.pick(['UTC', 'Europe/Vienna', 'America/St_Johns', 'Asia/Kolkata'])
  const text = dice.pick([fresh(), `Name ${fresh()}`, 'chrome', 'us', 'direct', fresh().repeat(30)])
  return text.padEnd(minLength, 'x').slice(0, maxLength)
}

const destinations = [
  'https://example.com/page',
  'https://example.com/page?a=1&b=2#part',
  'https://münchen.example/ü?q=ß',
  'http://203.0.113.7:8081/',
  'https://example.com/{path}?utm_source=own',
]

/** A text that no object has yet. */
export const fresh = (): string => `f${randomBytes(6).toString('hex')}`

/** The text without halves of characters, which cannot be percent-encoded. */
export const wellFormed = (text: string): string => Buffer.from(text).toString()

function nounOf(field: string): string | undefined {
  if (/campaign/i.test(field)) return 'campaigns'
  if (/qr_?code/i.test(field)) return 'qr-codes'
  if (/asset/i.test(field)) return 'qr-assets'
  if (/domain_id/i.test(field)) return 'domains'
  if (/url_ids?$|short_url|primary_url|^ids$/i.test(field)) return 'short-urls'
  return undefined
}

function makeNumber({ minimum = 0, maximum = minimum + 500 }: Schema, dice: Dice, isWhole: boolean): number {
  const value = dice.pick([minimum, maximum, dice.between(minimum, Math.min(maximum, minimum + 50))])
  return isWhole ? Math.round(value) : value
}

/** Characters of a list that is repeated. Lists of lists would become too large. */
const mostRepeated = 2_000

/** Breaks a value in one place: a member is odd, missing, unknown or repeated many times. */
export function breakValue(value: unknown, dice: Dice): unknown {
  if (typeof value !== 'object' || value === null || dice.roll() < 0.05) return oddValue(dice)
  if (Array.isArray(value)) {
    if (value.length === 0) return [oddValue(dice)]
    if (dice.roll() < 0.3 && JSON.stringify(value).length < mostRepeated) {
      return Array.from({ length: dice.pick([2, 50, 1_000, 1_001]) }, (_, at) => value[at % value.length])
    }
    const at = Math.floor(dice.between(0, value.length))
    return value.with(at, breakValue(value[at], dice))
  }
  const names = Object.keys(value)
  const name = names.length === 0 ? 'name' : dice.pick(names)
  const { [name]: member, ...rest } = value as Record<string, unknown>
  const roll = dice.roll()
  if (roll < 0.15) return rest
  if (roll < 0.25)
    return { ...value, [dice.pick(['unknown', 'ID', '', 'toString', 'a'.repeat(5_000)])]: oddValue(dice) }
  if (roll < 0.6) return { ...value, [name]: oddValue(dice) }
  return { ...value, [name]: breakValue(member, dice) }
}
