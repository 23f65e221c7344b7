import type { Scope } from '#schemas/scopes.ts'

/** What a call of the REST API needs: a scope, any token at all, or null where no token will do. */
type Need = Scope | 'any' | null

interface Call {
  method: string
  path: string
}

type Rule = readonly [applies: (call: Call) => boolean, need: Need]

const under =
  (...roots: string[]) =>
  ({ path }: Call) =>
    roots.some((root) => path === root || path.startsWith(`${root}/`))
const reading =
  (applies: Rule[0]): Rule[0] =>
  (call) =>
    call.method === 'GET' && applies(call)

const linkPaths = under('/short-urls', '/campaigns', '/domains', '/url-ab-tests')
const qrPaths = under('/qr-codes', '/qr-ab-tests', '/qr-templates', '/qr-assets')
const analyticsPaths: Rule[0] = (call) => under('/analytics', '/qranalytics')(call) || call.path.endsWith('/analytics')

/** The first that applies holds. Whatever none speaks of (keys, webhooks, imports, what is new) is for no token. */
const rules: readonly Rule[] = [
  [({ method }) => method === 'DELETE', null],
  [({ method, path }) => method === 'GET' && path === '/me', 'any'],
  [reading(analyticsPaths), 'analytics:read'],
  [analyticsPaths, null],
  [reading(linkPaths), 'shorturl:read'],
  [linkPaths, 'shorturl:create'],
  [reading(qrPaths), 'qrcode:read'],
  [qrPaths, 'qrcode:create'],
]

/** By the path as endpoints name it, below /api/v1. */
export function neededScope(call: Call): Need {
  return rules.find(([applies]) => applies(call))?.[1] ?? null
}
