import { endpoints } from '../../../api/endpoints.ts'
import { describeApi } from '../../../api/frame/openapi.ts'
import { expandReferences } from './expand-references.ts'

export interface Schema {
  type?: string | string[]
  format?: string
  properties?: Record<string, Schema>
  anyOf?: Schema[]
}

interface Content {
  'application/json'?: {
    schema: Schema & { properties: Record<string, Schema> }
    example?: unknown
    examples?: Record<string, { value: unknown }>
  }
}

export interface Operation {
  parameters: { name: string; in: string; schema: Schema }[]
  requestBody?: { content: Content }
  responses: Record<string, { description: string; content?: Content }>
}

const { paths } = expandReferences(describeApi(endpoints, 'http://localhost:3000')) as {
  paths: Record<string, Record<string, Operation>>
}

/** Every operation of the OpenAPI document, with its references resolved. */
export const operations = Object.entries(paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => ({
    name: `${method.toUpperCase()} ${path}`,
    method: method.toUpperCase(),
    path,
    operation,
  })),
)
