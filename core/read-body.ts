import type { z } from 'zod'
import { type ApiError, invalidFields, malformedFields } from './api-error.ts'
import { check, type Problem } from './problems.ts'
import type { FieldError } from './sentence-about.ts'

/** Problems listed in one error. */
const mostProblems = 20

/** Checks a body inside another one, or one that did not come with a request. */
export function readBody<Schema extends z.ZodType>(schema: Schema, item: unknown): z.output<Schema> {
  const { value, problems } = check(schema, item)
  refuseProblems(
    malformedFields,
    problems.filter((problem) => problem.malformed),
  )
  refuseProblems(invalidFields, problems)
  return value as z.output<Schema>
}

export function refuseProblems(toError: (errors: FieldError[]) => ApiError, problems: readonly Problem[]): void {
  if (problems.length === 0) return
  throw toError(problems.slice(0, mostProblems).map(({ field, message }) => ({ field, message })))
}
