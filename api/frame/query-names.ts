import { z } from 'zod'

/** Reads the parameters of a query schema in snake_case and camelCase. The schema's own spelling wins. */
export function createNameReader(schema: z.ZodType): (query: unknown) => Record<string, unknown> {
  const names = Object.keys(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }).properties ?? {})
  const spellings = names.map((name) => ({ name, other: otherSpelling(name) }))
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

const otherSpelling = (name: string) =>
  name.includes('_')
    ? name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
    : name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
