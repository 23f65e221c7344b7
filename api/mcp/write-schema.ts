import { z } from 'zod'

/**
 * A zod schema as JSON Schema for an agent. Agents read the schemas of all tools in every conversation, so this removes the
 * parts that zod writes for machines, which is two thirds of it: patterns of dates and UUIDs that have a format, and the
 * bounds of JavaScript integers.
 */
export function writeSchema(schema: z.ZodType, io: 'input' | 'output'): Record<string, unknown> {
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
