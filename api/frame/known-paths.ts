import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '#core/api-error.ts'
import { limitOpenRequest } from './auth/limit-open-request.ts'
import type { Services } from './endpoint.ts'

/**
 * Register before the routes. Responds before the body is read, because requests to unknown paths need no key. `sendPage`
 * responds to browsers.
 */
export function refuseUnknownPaths(
  app: FastifyInstance,
  services: Services,
  sendPage: (request: FastifyRequest, reply: FastifyReply) => boolean,
): void {
  const paths = new KnownPaths()
  app.addHook('onRoute', ({ url, method }) => paths.add(url, [method].flat()))
  app.addHook('onRequest', async (request, reply) => {
    if (!request.is404) return
    await limitOpenRequest(services, request, reply)
    const refusal = refusalOf(request, paths)
    if (refusal.code !== 'NOT_FOUND' || !sendPage(request, reply)) throw refusal
    return reply
  })
}

function refusalOf({ method, url }: FastifyRequest, paths: KnownPaths): ApiError {
  const allowed = paths.methodsOf(url.split('?', 1)[0] ?? '')
  // A path with a parameter that is too long is known, but not found.
  if (allowed.length === 0 || allowed.includes(method))
    return new ApiError('NOT_FOUND', 'Endpoint not found. Check the method and the path.')
  const list = allowed.join(', ')
  return new ApiError('METHOD_NOT_ALLOWED', `This path does not support ${method}. Use one of: ${list}.`, undefined, {
    allow: list,
  })
}

/** Methods by path. Only used for requests without a route, so a list is fast enough: 20 us for 150 paths. */
class KnownPaths {
  readonly #methods = new Map<string, { pattern: RegExp; methods: Set<string> }>()

  add(path: string, methods: readonly string[]): void {
    const known = this.#methods.get(path) ?? { pattern: patternOf(path), methods: new Set() }
    for (const method of methods) known.methods.add(method)
    this.#methods.set(path, known)
  }

  methodsOf(path: string): string[] {
    const found = [...this.#methods.values()].filter(({ pattern }) => pattern.test(path))
    return [...new Set(found.flatMap(({ methods }) => [...methods]))].sort()
  }
}

/** Matches the URLs of a route: with parameters (/short-urls/:id) or any ending (/app/*). */
function patternOf(path: string): RegExp {
  const escaped = path.replace(/[.+?^${}()|[\]\\]/g, '\\$&')
  return new RegExp(`^${escaped.replace(/:\w+/g, '[^/]+').replace(/\*/g, '.*')}$`)
}
