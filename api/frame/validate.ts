import { z } from 'zod'
import { ApiError, invalidFields, malformedFields } from '#core/api-error.ts'
import { check } from '#core/problems.ts'
import { refuseProblems } from '#core/read-body.ts'
import { sentenceAbout } from '#core/sentence-about.ts'
import type { Endpoint } from './endpoint.ts'
import { createNameReader } from './query-names.ts'

export interface Input {
  params: unknown
  query: unknown
  body: unknown
  /** Read-only members that the body sends back. */
  sentBack?: Record<string, unknown> | undefined
}

const nothing = z.unknown().transform(() => undefined)
/** Endpoints without a body accept none or an empty one. */
const noBody = z
  .strictObject({})
  .nullish()
  .transform(() => undefined)

/** Checks the requests of one endpoint. 400 wins over 422 across the whole request. */
export function createValidator(endpoint: Endpoint): (input: Input) => Input {
  const { validation = '422-in-body' } = endpoint
  const readNames = endpoint.query === undefined ? () => undefined : createNameReader(endpoint.query)
  const split = createSplitter(Object.keys(endpoint.readOnly ?? {}))

  return (input) => {
    refuseEmptyParams(input.params)
    const params = check(endpoint.params ?? nothing, input.params)
    const query = check(endpoint.query ?? nothing, readNames(input.query))
    const { changes, sentBack } = split(input.body)
    const body = check(endpoint.body ?? noBody, changes)
    const [wrongParam] = params.problems
    if (wrongParam !== undefined)
      throw new ApiError('INVALID_INPUT', sentenceAbout(wrongParam), sentenceAbout(wrongParam))

    refuseProblems(malformedFields, [
      ...query.problems.filter((problem) => problem.malformed || validation !== '422-in-body-and-query'),
      ...body.problems.filter((problem) => problem.malformed || validation === 'always-400'),
    ])
    refuseProblems(invalidFields, [...query.problems, ...body.problems])
    return { params: params.value, query: query.value, body: body.value, sentBack }
  }
}

/** GET /short-urls/ is a list with a slash at the end, or a request whose ID was lost. */
function refuseEmptyParams(params: unknown): void {
  if (typeof params !== 'object' || params === null || !Object.values(params).includes('')) return
  throw new ApiError('NOT_FOUND', 'The path ends with a slash. Remove the slash, or add an ID after it.')
}

type Split = { changes: unknown; sentBack?: Record<string, unknown> | undefined }

/** Separates the members that a body changes from the read-only ones that it sends back. */
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
