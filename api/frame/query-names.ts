import { z } from 'zod'

type Spelling = { name: string; other: string }

/** Kept for each schema: reading them took half of the time to create the API, which tests do hundreds of times. */
const known = new WeakMap<z.ZodType, readonly Spelling[]>()

/** Reads the parameters of a query schema in snake_case and camelCase. The schema's own spelling wins. */
export function createNameReader(schema: z.ZodType): (query: unknown) => Record<string, unknown> {
  const spellings = known.get(schema) ?? readSpellings(schema)
  known.set(schema, spellings)
  return (query) => {
    const given = query as Record<string, unknown>
    const read: Record<string, unknown> = {}
    for (const { name, other } of spellings) {
      const value = given[name] ?? given[other]
      if (value !== undefined) read[name] = value
    }
    return read
  }
}

function readSpellings(schema: z.ZodType): Spelling[] {
  const { properties } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  return Object.keys(properties ?? {}).map((name) => ({ name, other: otherSpelling(name) }))
}

const otherSpelling = (name: string) =>
  name.includes('_')
    ? name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
    : name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
