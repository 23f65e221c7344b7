import { z } from 'zod'
import { ApiError } from '#core/api-error.ts'
import type { Endpoint } from './endpoint.ts'
import { check, type Problem } from './problems.ts'
import { createNameReader } from './query-names.ts'

export interface Input {
  params: unknown
  query: unknown
  body: unknown
  /** Read-only members that the body sends back. */
  sentBack?: Record<string, unknown> | undefined
}

/** A refusal names so many problems at most. */
const mostProblems = 20

const nothing = z.unknown().transform(() => undefined)
/** Endpoints without a body take none, or an empty one. */
const noBody = z
  .strictObject({})
  .nullish()
  .transform(() => undefined)

/** What checks the requests of one endpoint. 400 wins over 422, over the whole request. */
export function createValidator(endpoint: Endpoint): (input: Input) => Input {
  const { validation = '422-in-body' } = endpoint
  const readNames = endpoint.query === undefined ? () => undefined : createNameReader(endpoint.query)
  const split = createSplitter(Object.keys(endpoint.readOnly ?? {}))

  return (input) => {
    const params = check(endpoint.params ?? nothing, input.params)
    const query = check(endpoint.query ?? nothing, readNames(input.query))
    const { changes, sentBack } = split(input.body)
    const body = check(endpoint.body ?? noBody, changes)
    if (params.problems.length > 0) throw new ApiError('INVALID_INPUT', 'Malformed address', listed(params.problems))

    const malformed = [
      ...query.problems.filter((problem) => problem.malformed || validation !== '422-in-body-and-query'),
      ...body.problems.filter((problem) => problem.malformed || validation === 'always-400'),
    ]
    if (malformed.length > 0) throw new ApiError('BAD_REQUEST', 'Invalid request', listed(malformed))
    const unprocessable = [...query.problems, ...body.problems]
    if (unprocessable.length > 0) throw validationError(unprocessable)
    return { params: params.value, query: query.value, body: body.value, sentBack }
  }
}

/** Checks a body that stands inside another one. */
export function readBody<Schema extends z.ZodType>(schema: Schema, item: unknown): z.output<Schema> {
  const { value, problems } = check(schema, item)
  if (problems.length === 0) return value as z.output<Schema>
  const malformed = problems.filter((problem) => problem.malformed)
  throw malformed.length > 0
    ? new ApiError('BAD_REQUEST', 'Invalid request', listed(malformed))
    : validationError(problems)
}

const listed = (problems: Problem[]) =>
  problems
    .slice(0, mostProblems)
    .map(({ field, message }) => `${field === '' ? 'the request body' : field} ${message}`)
    .join('; ')

const validationError = (problems: Problem[]) =>
  new ApiError('VALIDATION_ERROR', 'Validation failed', {
    errors: problems.slice(0, mostProblems).map(({ field, message }) => ({ field, message })),
  })

type Split = { changes: unknown; sentBack?: Record<string, unknown> | undefined }

/** Separates what a body changes from the read-only members that it sends back. */
function createSplitter(readOnly: readonly string[]): (body: unknown) => Split {
  return (body) => {
    if (readOnly.length === 0 || typeof body !== 'object' || body === null || Array.isArray(body)) {
      return { changes: body }
    }
    const members = Object.entries(body)
    const sentBack = members.filter(([name]) => readOnly.includes(name))
    if (sentBack.length === 0) return { changes: body }
    return {
      changes: Object.fromEntries(members.filter(([name]) => !readOnly.includes(name))),
      sentBack: Object.fromEntries(sentBack),
    }
  }
}
