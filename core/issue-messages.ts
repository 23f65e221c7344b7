import type { z } from 'zod'
import { unknownMember } from './sentence-about.ts'

export const notValid = 'Not valid.'

/** A sentence for each issue that zod finds that has none in the schema: nobody sees zod's messages. */
export const describeIssue: z.core.$ZodErrorMap = (issue) => {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? 'Required.' : `Must be ${typeNames[issue.expected] ?? issue.expected}.`
    case 'invalid_value':
      return issue.input === undefined ? 'Required.' : `Must be ${oneOf(issue.values)}.`
    case 'invalid_union':
      return 'options' in issue && issue.options !== undefined ? `Must be ${oneOf(issue.options)}.` : notValid
    case 'invalid_format':
      return formats[issue.format] ?? `Must match ${issue.pattern ?? issue.format}.`
    case 'too_small':
      return issue.origin === 'string' && issue.minimum === 1
        ? 'Must not be empty.'
        : `Must ${verb(issue.origin)} at least ${amount(issue.origin, issue.minimum)}.`
    case 'too_big':
      return `Must ${verb(issue.origin)} at most ${amount(issue.origin, issue.maximum)}.`
    case 'not_multiple_of':
      return `Must be a multiple of ${issue.divisor}.`
    case 'unrecognized_keys':
      return unknownMember
    default:
      return notValid
  }
}

const typeNames: Record<string, string> = {
  string: 'a string',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'an array',
  object: 'an object',
  record: 'an object',
  null: 'null',
  file: 'a file of a form',
}

const formats: Record<string, string> = {
  uuid: 'Must be a UUID.',
  guid: 'Must be a UUID.',
  url: 'Enter a full URL, such as https://example.com.',
  email: 'Enter an email address, such as name@example.com.',
  datetime: 'Use an ISO 8601 date and time with a time zone, such as 2026-11-30T09:00:00Z.',
  date: 'Use a date such as 2026-01-31.',
}

function oneOf(values: unknown): string {
  const list = [values].flat()
  return list.length === 1 ? String(list[0]) : `one of ${list.join(', ')}`
}

const verb = (origin: string) => (origin === 'array' ? 'have' : 'be')
const units: Record<string, [one: string, many: string]> = {
  string: ['character', 'characters'],
  array: ['item', 'items'],
}
function amount(origin: string, value: number | bigint): string {
  const unit = units[origin]?.[Number(value) === 1 ? 0 : 1]
  return [value.toLocaleString('en-US'), unit].filter(Boolean).join(' ')
}
