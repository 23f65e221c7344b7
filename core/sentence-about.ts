export interface FieldError {
  /** Path of the field on the wire, such as variants.0.name; '' for the request body itself. */
  field: string
  /** A sentence that reads well beneath the field of a form: "Must be a number." */
  message: string
}

export const unknownMember = 'Unknown field.'

/** Beginnings of a field's sentence that continue its name: "Must be a number." becomes "`size` must be a number." */
const continuations: readonly [beginning: RegExp, continued: string][] = [
  [/^Must\b/, 'must'],
  [/^Cannot\b/, 'cannot'],
  [/^Required\b/, 'is required'],
  [/^Requires\b/, 'requires'],
  [/^Not\b/, 'is not'],
]

/** The sentence about a field where its name is not shown next to it, as in the `message` of an error. */
export function sentenceAbout({ field, message }: FieldError): string {
  const name = field === '' ? 'The request body' : `\`${field}\``
  if (message === unknownMember) return `Unknown field ${name}.`
  const known = continuations.find(([beginning]) => beginning.test(message))
  return known === undefined ? `${name}: ${message}` : `${name} ${message.replace(...known)}`
}
