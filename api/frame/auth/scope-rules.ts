import type { Scope } from '#schemas/scopes.ts'
import { type Call, reading, under } from './call-paths.ts'

/** The scope that a REST call requires; any: every token; null: no token. */
type Need = Scope | 'any' | null

type Rule = readonly [applies: (call: Call) => boolean, need: Need]

const linkPaths = under('/short-urls', '/campaigns', '/tags', '/utm-templates', '/domains', '/url-ab-tests')
const qrPaths = under('/qr-codes', '/qr-ab-tests', '/qr-templates', '/qr-assets')
const analyticsPaths: Rule[0] = (call) => under('/analytics', '/qranalytics')(call) || call.path.endsWith('/analytics')

/** Ends in a deletion, which no scope allows. */
const trashing: Rule[0] = ({ path }) => path.startsWith('/short-urls/') && path.endsWith('/trash')

/** The first matching rule applies. Paths without a rule (keys, webhooks, imports, new ones) accept no token. */
const rules: readonly Rule[] = [
  [({ method }) => method === 'DELETE', null],
  [({ method, path }) => method === 'GET' && path === '/me', 'any'],
  [reading(analyticsPaths), 'analytics:read'],
  [analyticsPaths, null],
  [reading(linkPaths), 'shorturl:read'],
  [trashing, null],
  [linkPaths, 'shorturl:create'],
  [reading(qrPaths), 'qrcode:read'],
  [qrPaths, 'qrcode:create'],
]

/** Expects the path of an endpoint below /api/v1. */
export function neededScope(call: Call): Need {
  return rules.find(([applies]) => applies(call))?.[1] ?? null
}
