import { isAppUrl } from '#schemas/app-url.ts'
import type { LinkExtras, LinkRecord } from '#schemas/link-record.ts'
import { canOpenApps } from '../apps/which-app.ts'
import { chooseRule } from '../rules/choose-rule.ts'
import type { VisitFacts } from '../rules/visit-facts.ts'
import { chooseVariant } from './choose-variant.ts'
import { forwardQuery } from './forward-query.ts'
import { urlForSystem } from './url-for-system.ts'

export type Decision =
  | { kind: 'not-found' }
  /** The operator has stopped the link. */
  | { kind: 'quarantined' }
  /** The link's redirect after expiration, if it has one. */
  | { kind: 'expired'; url: string | null }
  | { kind: 'locked' }
  /** `noindex` if search engines should not index the link. */
  | {
      kind: 'redirect'
      url: string
      status: LinkRecord['redirect_type']
      variant_id?: string
      /** The targeting rule that chose the destination. */
      rule_id?: string
      /** `url` opens an app. The destination for visitors without it. */
      without_app?: string
      noindex?: true
    }

/** Properties of the visitor that links with extra settings need. */
export interface VisitorTraits {
  /** null for a preview of the destination, which takes part in no test. */
  address: string | null
  user_agent: string
  /** The visitor has entered the password of the link. */
  unlocked: boolean
  /** For targeting rules. Without it, no rule is asked. */
  facts?: VisitFacts
}

const nobody: VisitorTraits = { address: null, user_agent: '', unlocked: false }

/**
 * The outcome of a visit: first the states that close the link, then the choice of a destination. `query` is the undecoded
 * query string of the short URL; `now` is in Unix milliseconds.
 */
export function decide(link: LinkRecord | null, query: string, now: number, visitor = nobody): Decision {
  if (link === null) return { kind: 'not-found' }
  const { extras } = link
  if (extras?.quarantined === true) return { kind: 'quarantined' }
  if (extras !== undefined && isClosed(extras, now)) return { kind: 'not-found' }
  if (link.expires_at !== null && link.expires_at <= now) return { kind: 'expired', url: extras?.expired_url ?? null }
  if (extras?.password_hash !== undefined && !visitor.unlocked) return { kind: 'locked' }
  return extras === undefined ? leadTo(link.url, link, query) : choose(link, extras, query, visitor)
}

/** The targeting rules, then a running test, then the URL for the visitor's system, then the link's own. */
function choose(link: LinkRecord, extras: LinkExtras, query: string, visitor: VisitorTraits): Decision {
  const indexing = extras.indexing === false ? { noindex: true as const } : {}
  const { url, opens_app, ...choice } = chooseByRule(extras, visitor) ?? chooseForAll(link, extras, visitor)
  const without_app = opens_app === true ? { without_app: leadTo(link.url, link, query).url } : {}
  return { ...leadTo(url, link, query), ...choice, ...without_app, ...indexing }
}

interface Choice {
  url: string
  rule_id?: string
  variant_id?: string
  opens_app?: true
}

function chooseByRule({ rules }: LinkExtras, { facts }: VisitorTraits): Choice | undefined {
  if (rules === undefined || facts === undefined) return undefined
  const rule = chooseRule(rules, facts)
  if (rule !== undefined) return { url: rule.url, rule_id: rule.id }
  return rules.fallback_url === undefined ? undefined : { url: rules.fallback_url }
}

function chooseForAll(link: LinkRecord, extras: LinkExtras, { address, user_agent }: VisitorTraits): Choice {
  const variant =
    extras.test === undefined || address === null ? undefined : chooseVariant(extras.test, { address, user_agent })
  if (variant !== undefined) return { url: variant.url, variant_id: variant.id }
  const url = urlForSystem(extras, user_agent)
  if (url === undefined) return { url: link.url }
  if (!isAppUrl(url)) return { url }
  return canOpenApps(user_agent) ? { url, opens_app: true } : { url: link.url }
}

function leadTo(destination: string, link: LinkRecord, query: string) {
  const url = link.forward_query ? forwardQuery(destination, query) : destination
  return { kind: 'redirect' as const, url, status: link.redirect_type }
}

/** Disabled or not started. */
const isClosed = (extras: LinkExtras, now: number): boolean => extras.disabled === true || isScheduled(extras, now)

/** Not started, and not disabled. */
export const isScheduled = ({ disabled, starts_at }: LinkExtras, now: number): boolean =>
  disabled !== true && starts_at !== undefined && now < starts_at
