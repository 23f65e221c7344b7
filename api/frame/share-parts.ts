import { type Json, type Occurrence, partsOf, partsOfDocument, valueAt } from './document-parts.ts'
import { nameOf } from './part-names.ts'

type Occurrences = [Occurrence, ...Occurrence[]]

/** Lines of indented text. Smaller parts are easier to read in place. */
const smallestShared = 8

/** Moves the repeated parts of an OpenAPI document to its components and refers to them. */
export function shareParts(given: Json): Json {
  // Copies objects that occur twice.
  const document = JSON.parse(JSON.stringify(given)) as Json
  const components = document['components'] as Record<string, Json>
  const repeated = findRepeated(document)
  // Schemas first, because replies are named after their records.
  for (const kind of ['schemas', 'examples', 'parameters', 'requestBodies', 'responses'] as const) {
    const ofKind = repeated.filter(([first]) => first.kind === kind)
    if (ofKind.length > 0) share(ofKind, (components[kind] ??= {}))
  }
  return document
}

/** Most occurrences first: they get the shortest names. */
function findRepeated(document: Json): Occurrences[] {
  const found = new Map<string, Occurrences>()
  const collect = (occurrence: Occurrence): void => {
    const key = `${occurrence.kind} ${textOf(valueAt(occurrence))}`
    const occurrences = found.get(key)
    if (occurrences === undefined) found.set(key, [occurrence])
    else occurrences.push(occurrence)
    // Only the first of equal parts stays in the document with its own parts.
    if (occurrences === undefined || !mayBeShared(occurrence)) for (const part of partsOf(occurrence)) collect(part)
  }
  for (const occurrence of partsOfDocument(document)) collect(occurrence)
  return [...found.values()]
    .filter((occurrences) => occurrences.length > 1 && mayBeShared(occurrences[0]))
    .sort((one, other) => other.length - one.length)
}

/** Only object schemas are shared: behind a reference, Scalar shows neither enum values nor that a list is a list. */
function mayBeShared(occurrence: Occurrence): boolean {
  const value = valueAt(occurrence)
  if (occurrence.kind === 'schemas' && value['type'] !== 'object') return false
  return linesOf(value) >= smallestShared
}

function share(repeated: readonly Occurrences[], components: Json): void {
  for (const occurrences of repeated) {
    const name = nameOf(occurrences, components)
    if (name === undefined) continue
    components[name] = valueAt(occurrences[0])
    for (const { kind, holder, key } of occurrences) holder[key] = { $ref: `#/components/${kind}/${name}` }
  }
}

const texts = new WeakMap<object, string>()

/** Equal for equal values, in any member order. */
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
