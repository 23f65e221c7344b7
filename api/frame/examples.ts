import type { ErrorCode } from '#schemas/errors.ts'
import { errorsOf } from './example-errors.ts'
import { exampleId, exampleValues } from './example-values.ts'

type Json = Record<string, unknown>

interface Content {
  'application/json'?: { schema: Json; example?: unknown; examples?: Json }
}
interface Operation {
  parameters?: { name: string; in: string; required: boolean; schema: Json; example?: unknown }[]
  requestBody?: { content: Content }
  responses: Record<string, { description: string; content?: Content }>
}

const deepest = 12

/** Adds examples to parameters, bodies, replies and errors. */
export function addExamples(paths: Record<string, Json>, schemas: Json): void {
  const operations = Object.entries(paths).flatMap(([path, item]) =>
    Object.values(item as Record<string, Operation>).map((operation) => ({
      area: path.split('/')[1] ?? '',
      ...operation,
    })),
  )
  for (const { area, parameters = [], requestBody, responses } of operations) {
    for (const parameter of parameters) {
      if (parameter.in !== 'header' && parameter.required)
        parameter.example = imagine(parameter.schema, schemas, `${area}.${parameter.name}`)
    }
    const body = requestBody?.content['application/json']
    if (body) body.example ??= imagineBody(body.schema, schemas, area)
    for (const [status, { description, content }] of Object.entries(responses)) {
      const reply = content?.['application/json']
      if (reply === undefined) continue
      if (Number(status) < 400) reply.example = imagine(reply.schema, schemas, area)
      else reply.examples = errorExamples(description.split(', ') as ErrorCode[], area)
    }
  }
}

function errorExamples(codes: ErrorCode[], area: string): Json {
  const known = errorsOf(area)
  return Object.fromEntries(codes.map((code) => [code, { value: { success: false, error: { code, ...known[code] } } }]))
}

/** The required members or, without any, the first one. */
function imagineBody(schema: Json, schemas: Json, area: string): unknown {
  const { properties = {}, required = [] } = resolve(schema, schemas) as { properties?: Json; required?: string[] }
  const names = required.length > 0 ? required : Object.keys(properties).slice(0, 1)
  return Object.fromEntries(names.map((name) => [name, imagine(properties[name] as Json, schemas, `${area}.${name}`)]))
}

/** The path is that of the member, below its area of the API, such as campaigns.data.name. */
function imagine(given: Json, schemas: Json, path: string): unknown {
  const [name = '', ...above] = path.split('.').reverse()
  if (above.length > deepest) throw new Error(`${path} is nested deeper than ${deepest}`)
  const schema = resolve(given, schemas)
  if ('example' in schema) return schema['example']
  if ('const' in schema) return schema['const']
  const keys = [`${above[0]}.${name}`, `${above.at(-1)}:${name}`, name]
  const known = keys.find((key) => key in exampleValues && fits(exampleValues[key], schema))
  if (known !== undefined) return exampleValues[known]
  if (Array.isArray(schema['enum'])) return schema['enum'][0]
  const branches = (schema['anyOf'] ?? schema['oneOf']) as Json[] | undefined
  if (branches?.[0] !== undefined) return imagine(branches[0], schemas, path)
  return imagineType(schema, schemas, path)
}

function imagineType(schema: Json, schemas: Json, path: string): unknown {
  const type = ([schema['type']].flat() as string[])[0]
  if (type === 'null') return null
  if (type === 'object') {
    const members = Object.entries((schema['properties'] ?? {}) as Record<string, Json>)
    return Object.fromEntries(members.map(([name, each]) => [name, imagine(each, schemas, `${path}.${name}`)]))
  }
  if (type === 'array')
    return [imagine((schema['items'] ?? {}) as Json, schemas, path.replace(/data$/, 'item').replace(/s$/, ''))]
  if (type === 'integer' || type === 'number') return Math.max(1, Number(schema['minimum'] ?? 1))
  if (type === 'boolean') return !/\.is_\w+$/.test(path)
  if (schema['format'] === 'uuid' || /(^|\.)ids?$/.test(path))
    return exampleId((path.split('.').at(-1) ?? '').replace(/_?ids?$/, '').replaceAll('_', '-'))
  return byFormat[String(schema['format'])] ?? 'text'
}

const byFormat: Record<string, string> = {
  'date-time': '2026-03-01T09:30:00.000Z',
  uri: 'https://example.com/spring-sale',
}

function resolve(schema: Json, schemas: Json): Json {
  const { $ref, ...beside } = schema
  if (typeof $ref !== 'string') return schema
  return { ...(schemas[$ref.replace('#/components/schemas/', '')] as Json), ...beside }
}

/** The same name can be a string in one schema and a number in another. */
function fits(value: unknown, schema: Json): boolean {
  const branches = (schema['anyOf'] ?? schema['oneOf']) as Json[] | undefined
  if (branches) return branches.some((branch) => fits(value, branch))
  if (Array.isArray(schema['enum'])) return schema['enum'].includes(value)
  const types = [schema['type'] ?? typeof value].flat()
  if (value === null) return types.includes('null')
  if (Array.isArray(value)) {
    return types.includes('array') && value.every((each) => fits(each, (schema['items'] ?? {}) as Json))
  }
  if (typeof value === 'number') return types.includes('number') || types.includes('integer')
  if (schema['format'] === 'date-time') return typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value)
  return types.includes(typeof value) && schema['format'] !== 'uuid'
}
