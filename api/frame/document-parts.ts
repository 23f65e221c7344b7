export type Json = Record<string, unknown>

type Kind = 'schemas' | 'examples' | 'parameters' | 'requestBodies' | 'responses'

/** A place in the OpenAPI document that can refer to a component. */
export interface Occurrence {
  kind: Kind
  holder: Json
  key: string
  /** 'get /short-urls/{id}', 'post url.clicked', or the surrounding component. */
  inside: string
  /** Name of the parameter, schema member or error code. */
  name: string
}

export const valueAt = ({ holder, key }: Occurrence) => holder[key] as Json

/** The outermost parts. partsOf() returns the parts inside each. */
export function* partsOfDocument(document: Json): Generator<Occurrence> {
  const { paths, webhooks, components } = document as Record<string, Record<string, Json>>
  for (const [path, item] of Object.entries({ ...paths, ...webhooks })) {
    for (const [method, operation] of Object.entries(item)) yield* partsOfOperation(operation as Json, method, path)
  }
  const schemas = components?.['schemas'] ?? {}
  for (const key of Object.keys(schemas)) {
    yield* partsOf({ kind: 'schemas', holder: schemas, key, inside: key, name: key })
  }
}

function* partsOfOperation(operation: Json, method: string, path: string): Generator<Occurrence> {
  const { parameters = [], responses = {}, requestBody } = operation as Record<string, Json | undefined>
  const inside = `${method} ${path}`
  const collection = path.replace(/\/\{\w+\}/g, '')
  for (const [key, parameter] of Object.entries(parameters)) {
    yield { kind: 'parameters', holder: parameters as Json, key, inside, name: String((parameter as Json)['name']) }
  }
  if (requestBody !== undefined) {
    const name = `${collection} ${method} body`
    yield { kind: 'requestBodies', holder: operation, key: 'requestBody', inside, name }
  }
  for (const key of Object.keys(responses)) {
    yield { kind: 'responses', holder: responses, key, inside, name: `${collection} reply` }
  }
}

export function* partsOf(occurrence: Occurrence): Generator<Occurrence> {
  const { kind, inside, name } = occurrence
  const value = valueAt(occurrence) as Record<string, Json | undefined>
  if (kind === 'schemas') yield* partsOfSchema(occurrence)
  else if (kind === 'parameters') yield { kind: 'schemas', holder: value, key: 'schema', inside, name }
  for (const media of Object.values(value['content'] ?? {}) as Record<string, Json | undefined>[]) {
    if (media['schema']) yield { kind: 'schemas', holder: media, key: 'schema', inside, name }
    const examples = media['examples'] ?? {}
    for (const key of Object.keys(examples)) yield { kind: 'examples', holder: examples, key, inside, name: key }
  }
}

function* partsOfSchema(occurrence: Occurrence): Generator<Occurrence> {
  const { kind, inside, name } = occurrence
  const value = valueAt(occurrence) as Record<string, Json | undefined>
  const { properties = {} } = value
  for (const key of Object.keys(properties)) {
    // `data` is no useful name for its content, which is named after the reply instead.
    yield { kind, holder: properties, key, inside, name: key === 'data' ? name.replace(/ (\w+ body|reply)$/, '') : key }
  }
  for (const key of ['items', 'additionalProperties']) {
    if (typeof value[key] === 'object') {
      yield { kind, holder: value, key, inside, name: name.replace(/(?<!ic)s( reply)?$/, '') }
    }
  }
  for (const holder of [value['anyOf'], value['oneOf']] as (Json | undefined)[]) {
    const branches = Object.entries(holder ?? {}) as [string, { required?: string[]; properties?: Json }][]
    // Several objects are distinguished by their first required member or, without any, their first member.
    const areSeveral = branches.filter(([, { properties }]) => properties !== undefined).length > 1
    for (const [key, { properties = {}, required = Object.keys(properties) }] of branches) {
      yield { kind, holder: holder as Json, key, inside, name: areSeveral ? `${name} ${required[0] ?? ''}` : name }
    }
  }
}
