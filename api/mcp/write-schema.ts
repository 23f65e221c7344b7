import { z } from 'zod'

type Json = Record<string, unknown>

/**
 * A zod schema as JSON Schema for an agent, who reads the schemas of all tools with every conversation: without what
 * zod writes for machines, that is 2/3 of it. Patterns of dates and UUIDs go where a format says the same, and so do
 * the bounds of what JavaScript can count.
 */
export function writeSchema(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _, ...json } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    reused: 'inline',
    override: ({ jsonSchema }) => shorten(jsonSchema),
  })
  return json
}

function shorten(schema: z.core.JSONSchema.BaseSchema): void {
  if (schema.format !== undefined) delete schema.pattern
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum
}
