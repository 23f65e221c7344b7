import { z } from 'zod'
import { ApiError } from './api-error.ts'
import type { Endpoint } from './endpoint.ts'
import { findProblems, type Problem } from './problems.ts'
import { createNameReader } from './query-names.ts'

export interface Input {
  params: unknown
  query: unknown
  body: unknown
}

/** A refusal names so many problems at most. */
const mostProblems = 20

const nothing = z.undefined()
/** Endpoints without a body take none, or an empty one. */
const noBody = z
  .strictObject({})
  .nullish()
  .transform(() => undefined)

/** What checks the requests of one endpoint. 400 wins over 422, over the whole request. */
export function createValidator(endpoint: Endpoint): (input: Input) => Input {
  const { params = nothing, query = nothing, body = noBody, validation = '422-in-body' } = endpoint
  const readNames = endpoint.query === undefined ? () => undefined : createNameReader(endpoint.query)
  const dropReadOnly = createMemberDropper(endpoint.readOnly ?? [])

  return (input) => {
    const parsedParams = params.safeParse(endpoint.params && input.params, { reportInput: true })
    if (!parsedParams.success) throw malformedPath(findProblems(parsedParams.error.issues))
    const parsedQuery = query.safeParse(readNames(input.query), { reportInput: true })
    const parsedBody = body.safeParse(dropReadOnly(input.body), { reportInput: true })
    if (parsedQuery.success && parsedBody.success) {
      return { params: parsedParams.data, query: parsedQuery.data, body: parsedBody.data }
    }
    const inQuery = findProblems(parsedQuery.error?.issues ?? [])
    const inBody = findProblems(parsedBody.error?.issues ?? [])
    const unprocessable = [
      ...(validation === '422-in-body-and-query' ? inQuery : []),
      ...(validation === 'always-400' ? [] : inBody),
    ].filter((problem) => !problem.malformed)
    const malformed = [...inQuery, ...inBody].filter((problem) => !unprocessable.includes(problem))
    throw malformed.length > 0 ? badRequest(malformed) : validationError(unprocessable)
  }
}

const listed = (problems: Problem[]) =>
  problems
    .slice(0, mostProblems)
    .map(({ sentence }) => sentence)
    .join('; ')

const malformedPath = (problems: Problem[]) => new ApiError('INVALID_INPUT', 'Malformed address', listed(problems))

const badRequest = (problems: Problem[]) => new ApiError('BAD_REQUEST', 'Invalid request', listed(problems))

const validationError = (problems: Problem[]) =>
  new ApiError('VALIDATION_ERROR', 'Validation failed', {
    errors: problems.slice(0, mostProblems).map(({ field, message }) => ({ field, message })),
  })

function createMemberDropper(names: readonly string[]): (body: unknown) => unknown {
  if (names.length === 0) return (body) => body
  return (body) => {
    if (typeof body !== 'object' || body === null || Array.isArray(body)) return body
    return Object.fromEntries(Object.entries(body).filter(([name]) => !names.includes(name)))
  }
}
