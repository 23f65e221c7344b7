import { z } from 'zod'
import { errorReply } from '#schemas/envelope.ts'
import { type ErrorCode, errorStatus } from '#schemas/errors.ts'
import { type EventType, events, eventTypes } from '#schemas/events.ts'
import { eventPayload } from '#schemas/webhooks.ts'
import type { Endpoint } from './endpoint.ts'
import { addExamples } from './examples.ts'
import { introduction, tags } from './introduction.ts'
import { shareParts } from './share-parts.ts'

type Json = Record<string, unknown>

/** OpenAPI 3.1 document of the endpoints. Its schemas are JSON Schema, which zod generates. */
export function describeApi(endpoints: readonly Endpoint[], baseUrl: string): Json {
  const schemas: Json = {}
  const paths: Record<string, Json> = {}
  schemas['Error'] = toSchema(errorReply, 'output', schemas)
  for (const endpoint of endpoints) {
    const item = (paths[endpoint.path] ??= {})
    for (const method of endpoint.method === 'PUT' ? ['put', 'patch'] : [endpoint.method.toLowerCase()]) {
      item[method] = describeEndpoint(endpoint, method, schemas)
    }
  }
  addExamples(paths, schemas)
  return shareParts({
    openapi: '3.1.0',
    info: { title: 'Waymark API', version: 'v1', description: introduction },
    servers: [{ url: `${baseUrl}/api/v1` }],
    security: [{ bearer: [] }, { api_key: [] }],
    tags,
    paths,
    webhooks: Object.fromEntries(eventTypes.map((type) => [type, { post: describeEvent(type, schemas) }])),
    components: {
      schemas,
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'An API key or an OAuth 2.0 access token.' },
        api_key: { type: 'apiKey', in: 'query', name: 'api_key', description: 'Less secure: URLs end up in logs.' },
      },
    },
  })
}

function describeEndpoint(endpoint: Endpoint, method: string, schemas: Json): Json {
  const { body, description = '', feature, path, permission, summary } = endpoint
  const alias = method === 'patch' ? 'Alias of `PUT`. ' : ''
  const plan = feature === undefined ? '' : ` Requires a plan with \`${feature}\`.`
  return {
    operationId: `${method}${path.replace(/\W+(\w)/g, (_, letter: string) => letter.toUpperCase()).replace(/\W/g, '')}`,
    tags: [path.split('/')[1]],
    summary,
    description: `${alias}${description} Requires the \`${permission}\` permission.${plan}`.trim(),
    parameters: [
      ...describeParameters(endpoint.params, 'path', schemas),
      ...describeParameters(endpoint.query, 'query', schemas),
      ...(endpoint.method === 'POST' ? [idempotencyKey] : []),
    ],
    ...(body && {
      requestBody: {
        required: !body.safeParse(undefined).success,
        content: describeBody(endpoint, body, schemas),
      },
    }),
    responses: {
      [endpoint.status ?? 200]: { description: 'Success', content: describeContent(endpoint, schemas) },
      ...describeOtherStatus(endpoint, schemas),
      ...(hasEtag(endpoint) && { 304: { description: 'Not modified since `If-None-Match`' } }),
      ...describeErrors(endpoint),
    },
  }
}

/** Images have an ETag. Exports are read anew each time. */
const hasEtag = ({ method, files = [] }: Endpoint) =>
  method === 'GET' && files.some((type) => type.startsWith('image/'))

const webhookHeaders = [
  ['webhook-id', 'ID of the event. The same for all retries.'],
  ['webhook-timestamp', 'Time of the attempt in Unix seconds.'],
  [
    'webhook-signature',
    '`v1,` and the base64 HMAC-SHA256 of `id.timestamp.body`. After a rotation of the secret, up to three of them.',
  ],
].map(([name, description]) => ({ name, in: 'header', required: true, description, schema: { type: 'string' } }))

function describeEvent(type: EventType, schemas: Json): Json {
  const { data, description } = events[type]
  return {
    operationId: `webhook${type.replace(/(?:^|[._])(\w)/g, (_, letter: string) => letter.toUpperCase())}`,
    tags: ['webhooks'],
    summary: description,
    parameters: webhookHeaders,
    requestBody: { required: true, content: json(toSchema(eventPayload(type, data), 'output', schemas)) },
    responses: { '2XX': { description: 'Delivered. Any other status, or no response within 15 seconds, is retried.' } },
  }
}

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  description:
    'Unique value that makes retries safe. Repeating a request with the same value within 24 hours returns the first response.',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
}

const json = (schema: Json, example?: unknown) => ({
  'application/json': { schema, ...(example !== undefined && { example }) },
})

function describeBody({ example, uploads }: Endpoint, body: z.ZodType, schemas: Json): Json {
  const schema = toSchema(body, 'input', schemas)
  return uploads === 'large file' ? { 'multipart/form-data': { schema } } : json(schema, example)
}

function describeParameters(schema: z.ZodType | undefined, place: 'path' | 'query', schemas: Json): Json[] {
  if (schema === undefined) return []
  const { properties = {}, required = [] } = toSchema(schema, 'input', schemas) as z.core.JSONSchema.ObjectSchema
  return Object.entries(properties).map(([name, property]) => {
    const { description, ...rest } = property as Json
    const schema = place === 'query' ? asWritten(rest) : rest
    return { name, in: place, required: required.includes(name), ...(description ? { description } : {}), schema }
  })
}

/** A query parameter as clients write it: a single value needs no list, and a flag is a boolean. */
function asWritten(schema: Json): Json {
  if (schema['type'] === 'array') return { anyOf: [schema['items'], schema] }
  const { enum: values, ...rest } = schema
  return Array.isArray(values) && values.includes('true') ? { ...rest, type: 'boolean' } : schema
}

function describeOtherStatus(endpoint: Endpoint, schemas: Json): Json {
  if (endpoint.otherStatus === undefined) return {}
  const { status, description } = endpoint.otherStatus
  return { [status]: { description, content: describeContent(endpoint, schemas) } }
}

/** Some endpoints return only files. */
function describeContent(endpoint: Endpoint, schemas: Json): Json {
  const files = (endpoint.files ?? []).map((type) => [type, { schema: { type: 'string', format: 'binary' } }])
  const replies = endpoint.reply.def.type === 'never' ? {} : json(describeReply(endpoint, schemas))
  return { ...replies, ...Object.fromEntries(files) }
}

function describeReply({ envelope = 'data', method, reply }: Endpoint, schemas: Json): Json {
  const schema = toSchema(reply, 'output', schemas)
  if (envelope === 'bare') return schema
  const beside = method === 'DELETE' ? { timestamp: { type: 'string', format: 'date-time' } } : {}
  const members = envelope === 'page' ? (schema['properties'] as Json) : { data: schema, ...beside }
  const properties = { success: { const: true }, ...members }
  return { type: 'object', properties, required: Object.keys(properties) }
}

function describeErrors(endpoint: Endpoint): Json {
  const codes: ErrorCode[] = ['BAD_REQUEST', 'UNAUTHORIZED', 'INVALID_API_KEY', 'FORBIDDEN', 'RATE_LIMIT_EXCEEDED']
  codes.push('INTERNAL_ERROR', 'SERVICE_UNAVAILABLE', ...(endpoint.errors ?? []))
  if (endpoint.params) codes.push('INVALID_INPUT')
  if (endpoint.feature) codes.push('FEATURE_DISABLED')
  if (endpoint.method !== 'GET') codes.push('PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE')
  if (endpoint.method === 'POST') codes.push('CONFLICT')
  if (mayBeUnprocessable(endpoint)) codes.push('VALIDATION_ERROR')
  const replies: Record<number, Json> = {}
  for (const status of new Set(codes.map((code) => errorStatus[code]))) {
    const names = new Set(codes.filter((code) => errorStatus[code] === status))
    replies[status] = { description: [...names].join(', '), content: json({ $ref: '#/components/schemas/Error' }) }
  }
  return replies
}

function mayBeUnprocessable({ body, method, validation }: Endpoint): boolean {
  return (
    method === 'POST' || validation === '422-in-body-and-query' || (body !== undefined && validation !== 'always-400')
  )
}

/** Schemas with an id are moved to the components. */
function toSchema(schema: z.ZodType, io: 'input' | 'output', schemas: Json): Json {
  const { $schema: _, ...described } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      const { def } = zodSchema._zod
      // zod omits the default of transformed values, such as numbers in a query string.
      if (io === 'input' && def.type === 'default') jsonSchema.default = def.defaultValue
      // Replies may gain members, which clients should accept.
      if (io === 'output' && jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties
      if (jsonSchema.format === 'uuid' || jsonSchema.format === 'date-time') delete jsonSchema.pattern
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
    },
  })
  const text = JSON.stringify(described).replaceAll('"#/$defs/', '"#/components/schemas/')
  const { $defs, ...rest } = JSON.parse(text, (_, value: unknown) => joinNull(value)) as Json & { $defs?: Json }
  Object.assign(schemas, $defs)
  return rest
}

/** `{ "type": ["string", "null"] }` instead of a choice of two schemas. Objects stay, since they may be shared. */
function joinNull(value: unknown): unknown {
  const { anyOf, ...outer } = Object(value) as z.core.JSONSchema.BaseSchema
  const [{ type, ...inner } = {}, other, third] = anyOf ?? []
  const isScalar = typeof type === 'string' && type !== 'object' && !('enum' in inner) && !('const' in inner)
  if (!isScalar || other?.type !== 'null' || third !== undefined) return value
  return { ...outer, type: [type, 'null'], ...inner }
}
