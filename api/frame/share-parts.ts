import { type Place, partsOf, partsOfDocument, valueAt } from './document-parts.ts'
import { nameOf } from './part-names.ts'

type Json = Record<string, unknown>
type Places = [Place, ...Place[]]

/** In lines of indented text. A smaller part is read more easily where it stands. */
const smallestShared = 8

/** The same OpenAPI document: a part that repeats stands once, under components, and elsewhere is referred to. */
export function shareParts(given: Json): Json {
  // What is one object in two places becomes two.
  const document = JSON.parse(JSON.stringify(given)) as Json
  const components = document['components'] as Record<string, Json>
  const repeated = findRepeated(document)
  // Schemas first: a reply is named after the record in it.
  for (const kind of ['schemas', 'examples', 'parameters', 'requestBodies', 'responses'] as const) {
    const ofKind = repeated.filter(([first]) => first.kind === kind)
    if (ofKind.length > 0) share(ofKind, (components[kind] ??= {}))
  }
  return document
}

/** What has the most places comes first: it gets the shortest name. */
function findRepeated(document: Json): Places[] {
  const found = new Map<string, Places>()
  const collect = (place: Place): void => {
    const key = `${place.kind} ${textOf(valueAt(place))}`
    const places = found.get(key)
    if (places === undefined) found.set(key, [place])
    else places.push(place)
    // The first of equal parts stays: only its own parts are in the final document.
    if (places === undefined || !mayBeShared(place)) for (const part of partsOf(place)) collect(part)
  }
  for (const place of partsOfDocument(document)) collect(place)
  return [...found.values()]
    .filter((places) => places.length > 1 && mayBeShared(places[0]))
    .sort((one, other) => other.length - one.length)
}

/** Only object schemas are shared: behind a reference Scalar shows neither the values of an enum nor that a list is a list. */
function mayBeShared(place: Place): boolean {
  const value = valueAt(place)
  if (place.kind === 'schemas' && value['type'] !== 'object') return false
  return linesOf(value) >= smallestShared
}

function share(repeated: readonly Places[], components: Json): void {
  for (const places of repeated) {
    const name = nameOf(places, components)
    if (name === undefined) continue
    components[name] = valueAt(places[0])
    for (const { kind, holder, key } of places) holder[key] = { $ref: `#/components/${kind}/${name}` }
  }
}

const texts = new WeakMap<object, string>()

/** Equal for equal values, whatever the order of their members. */
function textOf(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const known = texts.get(value)
  if (known !== undefined) return known
  const members = Object.entries(value).map(([key, member]) => `${JSON.stringify(key)}:${textOf(member)}`)
  const text = Array.isArray(value) ? `[${members.join()}]` : `{${members.sort().join()}}`
  texts.set(value, text)
  return text
}

function linesOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1
  return Object.values(value).reduce<number>((lines, member) => lines + linesOf(member), 2)
}
