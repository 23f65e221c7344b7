import type { Right } from '#schemas/roles.ts'
import { type Call, reading, under } from './call-paths.ts'

type Rule = readonly [applies: (call: Call) => boolean, need: Right]

const ownPaths = under(
  '/session',
  '/sessions',
  '/confirm-password',
  '/confirm-code',
  '/confirm-passkey',
  '/authenticator',
  '/passkeys',
  '/password',
  '/email',
  '/time-zone',
  '/membership',
  '/me/connected-apps',
  '/identities',
)
const connections = under('/api-keys', '/webhooks')
const people = under('/members', '/invitations', '/single-sign-on')
const domains = under('/domains', '/link-defaults', '/base-domain')
const content = under(
  ...['/short-urls', '/campaigns', '/tags', '/utm-templates'],
  ...['/qr-codes', '/qr-assets', '/url-ab-tests', '/qr-ab-tests', '/conversions', '/imports'],
)
const reports = under('/analytics', '/qranalytics', '/sparklines', '/live')
const facts = under('/me', '/usage', '/system', '/operations', '/destination', '/site-icons')

/** The first matching rule applies. */
const rules: readonly Rule[] = [
  [ownPaths, 'own'],
  [connections, 'connect'],
  [reading(under('/members')), 'view'],
  [people, 'members'],
  [under('/account/export', '/account/contents'), 'owners'],
  [under('/account'), 'members'],
  [under('/audit-log'), 'audit'],
  [reading(domains), 'view'],
  [domains, 'domains'],
  [reading(content), 'view'],
  [(call) => call.path === '/short-urls/{id}/simulate', 'view'],
  [content, 'edit'],
  [reading(reports), 'view'],
  [reading(facts), 'view'],
]

/** The right that a call requires, by its path below /api/v1 or /api/app. null: no rule, so nobody may call it. */
export function neededRight(call: Call): Right | null {
  return rules.find(([applies]) => applies(call))?.[1] ?? null
}
