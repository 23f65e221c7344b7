export interface FieldError {
  /** Path of the field on the wire, such as variants.0.name; '' for the request body itself. */
  field: string
  /** A sentence that reads well beneath the field of a form: "Must be a number." */
  message: string
}

export const unknownMember = 'Unknown field.'

/** Beginnings of a field's sentence that continue its name: "Must be a number." becomes "`size` must be a number." */
const continuations: readonly [beginning: string, continued: string][] = [
  ['Must', 'must'],
  ['Cannot', 'cannot'],
  ['Required', 'is required'],
  ['Requires', 'requires'],
  ['Not', 'is not'],
]

const beginsWith = (sentence: string, words: string) =>
  sentence.startsWith(words) && !/\w/.test(sentence.charAt(words.length))

/** The sentence about a field where its name is not shown next to it, as in the `message` of an error. */
export function sentenceAbout({ field, message }: FieldError): string {
  const name = field === '' ? 'The request body' : `\`${field}\``
  if (message === unknownMember) return `Unknown field ${name}.`
  const known = continuations.find(([beginning]) => beginsWith(message, beginning))
  return known === undefined ? `${name}: ${message}` : `${name} ${message.replace(...known)}`
}

/** The field and its sentence, from a sentence that `sentenceAbout` wrote. undefined for any other sentence. */
export function readSentence(sentence: string): FieldError | undefined {
  const [, field, colon, rest = ''] = /^`([^`]+)`(:?) (.+)$/.exec(sentence) ?? []
  if (field === undefined) return undefined
  if (colon === ':') return { field, message: rest }
  const known = continuations.find(([, continued]) => beginsWith(rest, continued))
  if (known === undefined) return undefined
  const [beginning, continued] = known
  return { field, message: rest.replace(continued, beginning) }
}
