import type { z } from 'zod'
import { describeIssue } from './issue-messages.ts'

type Issue = z.core.$ZodIssue
type UnionIssue = Extract<Issue, { code: 'invalid_union' }>

export interface Problem {
  /** Missing, unknown or of the wrong JSON type, as against a value of the right type that breaks a rule. */
  malformed: boolean
  /** Path of the field, e.g. variants.0.name. */
  field: string
  message: string
}

type Checked<Schema extends z.ZodType> =
  | { value: z.output<Schema>; problems: [] }
  | { value: null; problems: Problem[] }

/** Parses a part of a request, or says in the API's words what is wrong with it. */
export function check<Schema extends z.ZodType>(schema: Schema, part: unknown): Checked<Schema> {
  const parsed = schema.safeParse(part, { reportInput: true, error: describeIssue })
  if (parsed.success) return { value: parsed.data, problems: [] }
  return { value: null, problems: findProblems(parsed.error.issues) }
}

function findProblems(issues: readonly Issue[], parent: readonly PropertyKey[] = []): Problem[] {
  return issues.flatMap((issue) => {
    const path = [...parent, ...issue.path]
    if (issue.code === 'invalid_union' && issue.errors.length > 0) return problemsOfUnion(issue, path)
    if (issue.code === 'unrecognized_keys') {
      return issue.keys.map((key) => problem(true, [...path, key], 'is not a known member'))
    }
    return [problem(isMalformed(issue), path, issue.message)]
  })
}

const problem = (malformed: boolean, path: readonly PropertyKey[], message: string): Problem => ({
  malformed,
  field: path.map(String).join('.'),
  message,
})

function isMalformed(issue: Issue): boolean {
  if (issue.code === 'invalid_type') return !(issue.expected === 'int' && typeof issue.input === 'number')
  if (issue.code === 'invalid_value') return !issue.values.some((value) => typeof value === typeof issue.input)
  if (issue.code === 'invalid_union') return typeof discriminatorOf(issue) !== 'string'
  return false
}

function discriminatorOf({ discriminator, input }: UnionIssue): unknown {
  return discriminator === undefined ? input : (input as Record<string, unknown> | undefined)?.[discriminator]
}

/** Of a union's branches only the nearest is told: one whose types fit, else one that fits at its root. */
function problemsOfUnion(issue: UnionIssue, path: readonly PropertyKey[]): Problem[] {
  if (issue.input === undefined) return [problem(true, path, 'is required')]
  const branches = issue.errors.map((errors) => ({ errors, problems: findProblems(errors, path) }))
  const nearest =
    branches.find(({ problems }) => problems.every(({ malformed }) => !malformed)) ??
    branches.find(({ errors }) => errors.every((error) => error.path.length > 0 || error.code === 'unrecognized_keys'))
  if (nearest !== undefined) return nearest.problems
  const expected = branches.flatMap(({ problems }) => problems.map(({ message }) => message.replace(/^must be /, '')))
  return [problem(true, path, `must be ${[...new Set(expected)].join(' or ')}`)]
}
