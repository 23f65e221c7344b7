import { appCalls } from '../../api/app-calls.ts'
import { describeApi } from '../../api/frame/openapi.ts'
import { operations as restOperations } from '../api/support/documented-operations.ts'
import { expandReferences } from '../api/support/expand-references.ts'
import type { Dice } from '../guarantees/dice.ts'
import type { Call } from './call.ts'
import type { Callers } from './callers.ts'
import { makeOther, type Tool } from './make-other-call.ts'
import { breakValue, fresh, type Known, makeValue, type Schema, wellFormed } from './make-value.ts'
import { oddBodies, oddTexts, oddTypes } from './odd-values.ts'

interface Operation {
  method: string
  path: string
  parameters: readonly { name: string; in: string; schema: Schema }[]
  body?: Schema
  example?: unknown
}

interface Described {
  parameters: Operation['parameters']
  requestBody?: { content: { 'application/json'?: { schema: unknown; example?: unknown } } }
}

const read = (method: string, path: string, { parameters, requestBody }: Described): Operation => {
  const json = requestBody?.content['application/json']
  return { method, path, parameters, ...(json && { body: json.schema as Schema, example: json.example }) }
}

const rest = restOperations.map(({ method, path, operation }) => read(method, `/api/v1${path}`, operation as Described))
const app = Object.entries(
  (expandReferences(describeApi(appCalls, 'http://localhost:3000')) as { paths: Record<string, object> }).paths,
).flatMap(([path, item]) =>
  Object.entries(item).map(([method, one]) => read(method.toUpperCase(), `/api/app${path}`, one as Described)),
)

export interface CallParts {
  callers: Callers
  known: Known
  tools: readonly Tool[]
}

export function makeCall(dice: Dice, parts: CallParts): Call {
  const roll = dice.roll()
  if (roll < 0.72) return makeOperation(dice, dice.pick(rest), parts, 'operation')
  if (roll < 0.79) return makeOperation(dice, dice.pick(app), parts, 'dashboard')
  return makeOther(dice, parts)
}

/** Half of the calls are as documented, so that they reach the handlers. The others are broken somewhere. */
function makeOperation(dice: Dice, operation: Operation, { callers, known }: CallParts, kind: Call['kind']): Call {
  const isOdd = dice.roll() < 0.5
  const caller = kind === 'dashboard' && dice.roll() < 0.85 ? callers.session() : callers.pick(dice)
  const headers: Record<string, string> = { ...caller.headers }
  const method = isOdd && dice.roll() < 0.05 ? dice.pick(methods) : operation.method
  const path = fillPath(dice, operation, known, isOdd) + makeQuery(dice, operation, known, isOdd)
  const body = makeBody(dice, operation, known, isOdd)
  if (method === 'POST' && dice.roll() < 0.2) headers['idempotency-key'] = makeIdempotencyKey(dice)
  if (isOdd && dice.roll() < 0.06) Object.assign(headers, dice.pick(oddHeaders))
  const call = { method, path, headers, kind, as: caller.as }
  if (body === undefined) return call
  headers['content-type'] = isOdd && dice.roll() < 0.06 ? dice.pick(oddTypes) : 'application/json'
  return { ...call, body }
}

const methods = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'HEAD']

function makeBody(dice: Dice, operation: Operation, known: Known, isOdd: boolean): Buffer | undefined {
  const { body, example, path } = operation
  if (isOdd && dice.roll() < 0.1) return Buffer.from(dice.pick(oddBodies))
  if (body === undefined) return undefined
  let value = example === undefined || dice.roll() < 0.5 ? makeValue(body, dice, known) : vary(example)
  const times = isOdd ? dice.pick([0, 1, 1, 2, 4]) : 0
  for (let time = 0; time < times; time += 1) value = breakValue(value, dice)
  if (/webhooks(?:\/\{id\})?$/.test(path)) value = keepLocal(value)
  return Buffer.from(JSON.stringify(value) ?? '')
}

/** Examples with new names, since most names can be used only once. */
function vary(example: unknown): unknown {
  if (Array.isArray(example)) return example.map((one) => vary(one))
  if (typeof example !== 'object' || example === null) return example
  const entries = Object.entries(example).map(([name, value]) => {
    if (/alias|^name$|subdomain/.test(name)) return [name, fresh()]
    if (name === 'domain') return [name, `${fresh()}.example`]
    return [name, vary(value)]
  })
  return Object.fromEntries(entries)
}

/** Webhooks call nothing outside of this machine. */
function keepLocal(value: unknown): unknown {
  const url = (value as { url?: unknown } | null)?.url
  return typeof url === 'string' && /^https?:/.test(url)
    ? { ...(value as object), url: 'http://127.0.0.1:1/hook' }
    : value
}

const nounOf = (path: string): string => /^\/api\/\w+\/([\w-]+)/.exec(path)?.[1] ?? ''

function fillPath(dice: Dice, { path }: Operation, known: Known, isOdd: boolean): string {
  return path.replace(/\{(\w+)\}/g, () => {
    const noun = /analytics/.test(path) ? 'short-urls' : nounOf(path)
    const roll = isOdd ? dice.roll() : 0
    if (roll < 0.5) return encodeURIComponent(known(noun) ?? 'all')
    if (roll < 0.7) return encodeURIComponent(known('any') ?? 'all')
    if (roll < 0.8) return dice.pick(['%', '%00', '%ff%fe', '%2e%2e', '..%2f..', '%2F', '%20', '+'])
    return encodeURIComponent(wellFormed(dice.pick(oddTexts).slice(0, 3_000)))
  })
}

function makeQuery(dice: Dice, { parameters }: Operation, known: Known, isOdd: boolean): string {
  if (isOdd && dice.roll() < 0.04) return `?${dice.pick(oddQueries)}`
  const share = dice.pick([0, 0.05, 0.3])
  const chosen = parameters.filter((one) => one.in === 'query' && dice.roll() < share)
  const pairs = chosen.flatMap(({ name, schema }) => {
    if (name === 'cursor') return [[name, breakCursor(dice, known('cursor'))] as const]
    const value = isOdd && dice.roll() < 0.3 ? dice.pick(oddTexts) : makeValue(schema, dice, known, name)
    const times = isOdd && dice.roll() < 0.05 ? dice.pick([2, 60]) : 1
    const values = Array.from({ length: times }, () => value).flat()
    return values.map((one) => [name, typeof one === 'string' ? one : JSON.stringify(one)] as const)
  })
  const spelled = pairs.map(([name, value]) => `${name}=${encodeURIComponent(wellFormed(value)).slice(0, 5_000)}`)
  return spelled.length === 0 ? '' : `?${spelled.join('&').slice(0, 14_000)}`
}

function breakCursor(dice: Dice, cursor = 'eyJhIjoxfQ'): string {
  const at = Math.floor(dice.between(0, cursor.length))
  return dice.pick([cursor, `${cursor.slice(0, at)}A${cursor.slice(at + 1)}`, cursor.slice(at), '', `${cursor}==`])
}

const oddQueries: readonly string[] = [
  'a&'.repeat(7_000),
  Array.from({ length: 2_500 }, (_, at) => `p${at}=1`).join('&'),
  `tags=${'a,'.repeat(6_000)}`,
  'limit=1&limit=2&limit[]=3&limit[x]=4',
  '%=%&%ff=%fe&=&&&',
  `search=${'%25'.repeat(4_000)}`,
  '__proto__[x]=1&constructor=1&toString=1',
  'page=99999999999999999999&limit=-1&offset=1e9',
  'startDate=%00&endDate=%00&dateRange=custom',
]

const oddHeaders: readonly Record<string, string>[] = [
  { accept: 'image/*' },
  { accept: '*/*;q='.repeat(500) },
  { 'if-none-match': '"'.repeat(5_000) },
  { 'accept-encoding': 'gzip;q=9, br, '.repeat(200) },
  { 'x-forwarded-for': Array.from({ length: 500 }, (_, at) => `10.0.0.${at % 256}`).join() },
  { 'x-forwarded-for': 'unknown, [::1]:99999, \xff' },
  { expect: '100-continue' },
  { 'user-agent': '\xe9'.repeat(4_000) },
  { 'accept-language': 'de-'.repeat(2_000) },
  { range: 'bytes=0-0,-1' },
  { 'x-http-method-override': 'DELETE' },
  { cookie: 'waymark='.repeat(600) },
]

function makeIdempotencyKey(dice: Dice): string {
  return dice.pick([fresh(), 'the same', '', 'k'.repeat(255), 'k'.repeat(256), '\xff\xfe', ' '])
}
