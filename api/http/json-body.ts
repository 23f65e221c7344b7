import type { FastifyInstance } from 'fastify'
import { ApiError } from './api-error.ts'

/** Nothing that we take is nested deeper. Whoever walks a body has room on the stack for some thousand levels. */
const mostLevels = 100

/** JSON is the only body; an empty one counts as none, since many clients send the content type with every request. */
export function readJsonBodies(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body: string, done) => {
    if (body === '') done(null, undefined)
    else {
      void parseJson(request, body, (error, parsed) =>
        error === null && hasMoreLevels(parsed) ? done(tooDeep()) : done(error, parsed),
      )
    }
  })
}

const tooDeep = () => new ApiError('BAD_REQUEST', 'Invalid request', 'the request body is nested too deeply')

function hasMoreLevels(body: unknown): boolean {
  let level = [body]
  for (let depth = 0; depth <= mostLevels && level.length > 0; depth++) {
    level = level.flatMap((each): unknown[] => (typeof each === 'object' && each !== null ? Object.values(each) : []))
  }
  return level.length > 0
}
