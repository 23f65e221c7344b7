import type { FastifyInstance } from 'fastify'

/** JSON is the only body; an empty one counts as none, since many clients send the content type with every request. */
export function readJsonBodies(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body: string, done) => {
    if (body === '') done(null, undefined)
    else void parseJson(request, body, done)
  })
}
