type Json = Record<string, unknown>

/** The same OpenAPI document with every reference replaced by its target. */
export function expandReferences(document: Json): Json {
  const expanded = new Map<string, unknown>()
  const follow = (reference: string): unknown => {
    if (expanded.has(reference)) {
      const known = expanded.get(reference)
      if (known === undefined) throw new Error(`${reference} refers to itself`)
      return known
    }
    const [, kind = '', name = ''] = /^#\/components\/(\w+)\/([\w.-]+)$/.exec(reference) ?? []
    const target = (document['components'] as Record<string, Json>)[kind]?.[name]
    if (target === undefined) throw new Error(`${reference} has no target`)
    expanded.set(reference, undefined)
    const value = expand(target)
    expanded.set(reference, value)
    return value
  }
  const expand = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null) return value
    if (Array.isArray(value)) return value.map(expand)
    const { $ref, ...beside } = value as Json
    const own = Object.fromEntries(Object.entries(beside).map(([name, member]) => [name, expand(member)]))
    return typeof $ref === 'string' ? { ...(follow($ref) as Json), ...own } : own
  }
  return expand(document) as Json
}
