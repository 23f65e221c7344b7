import { type Json, type Occurrence, valueAt } from './document-parts.ts'

/** Name of a part, prefixed with its location if taken. undefined if all candidates are taken. */
export function nameOf(occurrences: readonly [Occurrence, ...Occurrence[]], taken: Json): string | undefined {
  const [{ inside }] = occurrences
  const own = ownName(occurrences)
  const path = inside.replace(/^\w+ /, '')
  const collection = pascal(path.replace(/\/\{\w+\}/g, ''))
  const rest = own.startsWith(collection) ? own.slice(collection.length) : own
  const area = pascal(areaOf(inside))
  const names = [
    own,
    ...(own.startsWith(area) ? [] : [`${area}${own}`]),
    `${pascal(path)}${rest}`,
    `${pascal(inside)}${rest}`,
  ]
  return names.find((name) => !(name in taken))
}

function ownName(occurrences: readonly [Occurrence, ...Occurrence[]]): string {
  const [first] = occurrences
  if (first.kind !== 'responses') return pascal(mostFrequent(occurrences.map(({ name }) => name)))
  const { description, content } = valueAt(first) as { description: string; content?: Json }
  if (/^[A-Z_]+(, [A-Z_]+)*$/.test(description)) return description.split(', ').map(pascal).join('Or')
  const record = recordOf(content)
  if (record !== undefined) return record
  const areas = new Set(occurrences.map(({ inside }) => areaOf(inside)))
  const [method = ''] = first.inside.split(' ')
  return areas.size > 2 ? pascal(`${method} reply`) : pascal(first.name)
}

function recordOf(content: Json | undefined): string | undefined {
  const text = JSON.stringify((content?.['application/json'] as Json | undefined)?.['schema'] ?? {})
  const [, list, record] =
    /"data":\{("type":"array","items":\{)?"\$ref":"#\/components\/schemas\/(\w+)"/.exec(text) ?? []
  return record && `${record}${list === undefined ? '' : 'List'}Reply`
}

/** 'get /short-urls/{id}': short-urls. */
const areaOf = (inside: string) => /^\w+ \/?([\w-]+)/.exec(inside)?.[1] ?? inside

/** short-urls, countryCode, NOT_FOUND: ShortUrls, CountryCode, NotFound. */
function pascal(name: string): string {
  const words = name.replace(/([a-z])([A-Z])/g, '$1 $2').split(/[^A-Za-z0-9]+/)
  return words.map((word) => word.slice(0, 1).toUpperCase() + word.slice(1).toLowerCase()).join('')
}

function mostFrequent(names: readonly string[]): string {
  const counts = new Map<string, number>()
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  return [...counts].reduce((best, each) => (each[1] > best[1] ? each : best))[0]
}
