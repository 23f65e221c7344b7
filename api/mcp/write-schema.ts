import { z } from 'zod'

/**
 * A zod schema as JSON Schema for an agent. Agents read the schemas of all tools in every conversation, so this removes the
 * parts that zod writes for machines, which is two thirds of it: patterns of dates and UUIDs that have a format, bounds that
 * no sensible value reaches, and the names of records, which are always strings. The API checks arguments with all of them.
 * In outputs, which no model provider restricts, null is a second type of the value.
 */
export function writeSchema(schema: z.ZodType, io: 'input' | 'output'): Record<string, unknown> {
  const { $schema: _, ...json } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    reused: 'inline',
    override: ({ jsonSchema }) => {
      if (io === 'output') {
        joinNull(jsonSchema)
        // Counts, shares and sizes, which agents know are never negative.
        if (jsonSchema.minimum === 0) delete jsonSchema.minimum
      }
      shorten(jsonSchema)
    },
  })
  return json
}

/** Agents write shorter texts: these limits only stop abuse. */
const longText = 1_024

function shorten(schema: z.core.JSONSchema.BaseSchema): void {
  if (schema.format !== undefined) delete schema.pattern
  if (schema.minLength === 0) delete schema.minLength
  if (schema.maxLength !== undefined && schema.maxLength >= longText) delete schema.maxLength
  if (isAnyString(schema.propertyNames)) delete schema.propertyNames
  if (isAnything(schema.additionalProperties)) delete schema.additionalProperties
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum
}

const isAnyString = (names: z.core.JSONSchema.BaseSchema['propertyNames']): boolean =>
  typeof names === 'object' && names.type === 'string' && Object.keys(names).length === 1

const isAnything = (values: z.core.JSONSchema.BaseSchema['additionalProperties']): boolean =>
  typeof values === 'object' && Object.keys(values).length === 0

function joinNull(schema: z.core.JSONSchema.BaseSchema): void {
  const [value, none, more] = schema.anyOf ?? []
  if (value === undefined || none?.type !== 'null' || more !== undefined) return
  if (value.type === undefined || value.enum !== undefined || value.const !== undefined) return
  delete schema.anyOf
  Object.assign(schema, { ...value, type: [value.type, 'null'] }, schema)
}
