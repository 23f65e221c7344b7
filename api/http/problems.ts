import type { z } from 'zod'

type Issue = z.core.$ZodIssue
type UnionIssue = Extract<Issue, { code: 'invalid_union' }>

export interface Problem {
  /** Missing, unknown or of the wrong JSON type, as against a value of the right type that breaks a rule. */
  malformed: boolean
  /** Path of the field, e.g. variants.0.name. */
  field: string
  message: string
  /** Field and message as one phrase. */
  sentence: string
}

/** What zod found wrong, in the API's words. */
export function findProblems(issues: readonly Issue[], parent: readonly PropertyKey[] = []): Problem[] {
  return issues.flatMap((issue) => {
    const path = [...parent, ...issue.path]
    if (issue.code === 'invalid_union' && issue.errors.length > 0) return problemsOfUnion(issue, path)
    if (issue.code === 'unrecognized_keys') {
      return issue.keys.map((key) => problem(true, [...path, key], 'is not a known member'))
    }
    return [problem(isMalformed(issue), path, describe(issue))]
  })
}

function problem(malformed: boolean, path: readonly PropertyKey[], message: string): Problem {
  const field = path.map(String).join('.')
  return { malformed, field, message, sentence: field === '' ? `the request body ${message}` : `${field} ${message}` }
}

function isMalformed(issue: Issue): boolean {
  if (issue.code === 'invalid_type') return !(issue.expected === 'int' && typeof issue.input === 'number')
  if (issue.code === 'invalid_value') return !issue.values.some((value) => typeof value === typeof issue.input)
  if (issue.code === 'invalid_union') return discriminatorOf(issue) === undefined
  return false
}

function describe(issue: Issue): string {
  const missing =
    issue.code === 'invalid_union'
      ? discriminatorOf(issue) === undefined
      : 'input' in issue && issue.input === undefined
  if (missing && issue.code !== 'custom') return 'is required'
  if (issue.code === 'invalid_type') return `must be ${typeNames[issue.expected] ?? issue.expected}`
  if (issue.code === 'invalid_value') return `must be ${oneOf(issue.values)}`
  if (issue.code === 'invalid_union' && 'options' in issue && issue.options !== undefined)
    return `must be ${oneOf(issue.options)}`
  return lowerFirst(issue.message)
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

const oneOf = (values: readonly unknown[]) => (values.length === 1 ? String(values[0]) : `one of ${values.join(', ')}`)

const lowerFirst = (text: string) => text.slice(0, 1).toLowerCase() + text.slice(1)

function discriminatorOf(issue: UnionIssue): unknown {
  if (issue.discriminator === undefined) return issue.input
  return (issue.input as Record<string, unknown> | undefined)?.[issue.discriminator]
}

/** Of a union's branches only the nearest one is told: one whose types fit, else one that fits at its root. */
function problemsOfUnion(issue: UnionIssue, path: readonly PropertyKey[]): Problem[] {
  const branches = issue.errors.map((errors) => ({ errors, problems: findProblems(errors, path) }))
  const fitting =
    branches.find(({ problems }) => problems.every(({ malformed }) => !malformed)) ??
    branches.find(({ errors }) => errors.every((error) => error.path.length > 0 || error.code === 'unrecognized_keys'))
  if (fitting !== undefined) return fitting.problems
  if (issue.input === undefined) return [problem(true, path, 'is required')]
  const expected = branches.flatMap(({ problems }) => problems.map(({ message }) => message.replace(/^must be /, '')))
  return [problem(true, path, `must be ${[...new Set(expected)].join(' or ')}`)]
}
