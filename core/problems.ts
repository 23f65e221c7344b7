import type { z } from 'zod'
import { describeIssue, notValid } from './issue-messages.ts'
import type { FieldError } from './sentence-about.ts'

type Issue = z.core.$ZodIssue
type UnionIssue = Extract<Issue, { code: 'invalid_union' }>

export interface Problem extends FieldError {
  /** Missing, unknown or of the wrong JSON type; otherwise a value of the right type breaks a rule. */
  malformed: boolean
}

type Checked<Schema extends z.ZodType> =
  | { value: z.output<Schema>; problems: [] }
  | { value: null; problems: Problem[] }

/** Parses a part of a request, or describes each problem with it. */
export function check<Schema extends z.ZodType>(schema: Schema, part: unknown): Checked<Schema> {
  const parsed = schema.safeParse(part, { reportInput: true, error: describeIssue })
  if (parsed.success) return { value: parsed.data, problems: [] }
  return { value: null, problems: findProblems(parsed.error.issues) }
}

function findProblems(issues: readonly Issue[], parent: readonly PropertyKey[] = []): Problem[] {
  return issues.flatMap((issue) => {
    const path = [...parent, ...issue.path]
    if (issue.code === 'invalid_union' && hasNoSentence(issue)) return problemsOfUnion(issue, path)
    if (issue.code === 'unrecognized_keys') {
      return issue.keys.map((key) => problem(true, [...path, key], issue.message))
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

/** A schema may have its own sentence for a union, which is better than that of any branch. */
const hasNoSentence = ({ errors, input, message }: UnionIssue) =>
  errors.length > 0 && (input === undefined || message === notValid)

function discriminatorOf({ discriminator, input }: UnionIssue): unknown {
  return discriminator === undefined ? input : (input as Record<string, unknown> | undefined)?.[discriminator]
}

/** Problems of the nearest branch of a union only: one whose types fit, otherwise one that fits at its root. */
function problemsOfUnion(issue: UnionIssue, path: readonly PropertyKey[]): Problem[] {
  if (issue.input === undefined) return [problem(true, path, 'Required.')]
  const branches = issue.errors.map((errors) => ({ errors, problems: findProblems(errors, path) }))
  const nearest =
    branches.find(({ problems }) => problems.every(({ malformed }) => !malformed)) ??
    branches.find(({ errors }) => errors.every((error) => error.path.length > 0 || error.code === 'unrecognized_keys'))
  if (nearest !== undefined) return nearest.problems
  const expected = branches.flatMap(({ problems }) =>
    problems.map(({ message }) => message.replace(/^Must be |\.$/g, '')),
  )
  return [problem(true, path, `Must be ${[...new Set(expected)].join(' or ')}.`)]
}
