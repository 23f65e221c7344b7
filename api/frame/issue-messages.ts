import type { z } from 'zod'

/** What zod says when a schema has no words of its own: the rest of a sentence that begins with the field's name. */
export const describeIssue: z.core.$ZodErrorMap = (issue) => {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? 'is required' : `must be ${typeNames[issue.expected] ?? issue.expected}`
    case 'invalid_value':
      return issue.input === undefined ? 'is required' : `must be ${oneOf(issue.values)}`
    case 'invalid_union':
      return 'options' in issue && issue.options !== undefined ? `must be ${oneOf(issue.options)}` : 'is not valid'
    case 'invalid_format':
      return formats[issue.format] ?? `must match ${issue.pattern ?? issue.format}`
    case 'too_small':
      return `must ${verb(issue.origin)} at least ${amount(issue.origin, issue.minimum)}`
    case 'too_big':
      return `must ${verb(issue.origin)} at most ${amount(issue.origin, issue.maximum)}`
    default:
      return 'is not valid'
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
}

const formats: Record<string, string> = {
  uuid: 'must be a UUID',
  guid: 'must be a UUID',
  url: 'must be an absolute address',
  email: 'must be an e-mail address',
  datetime: 'must be an ISO 8601 instant',
  date: 'must be a date like 2026-01-31',
}

function oneOf(values: unknown): string {
  const list = [values].flat()
  return list.length === 1 ? String(list[0]) : `one of ${list.join(', ')}`
}

const units: Record<string, string> = { string: ' characters', array: ' items' }
const verb = (origin: string) => (origin in units ? 'have' : 'be')
const amount = (origin: string, value: number | bigint) => `${value}${units[origin] ?? ''}`
