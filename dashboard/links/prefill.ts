import type { UtmValues } from '#schemas/utm-fields.ts'
import type { LinkDefaults } from '../api/link-defaults.ts'
import { localMoment } from '../format/local-moment.ts'
import { emptyForm, type Filled } from './draft.ts'
import { textsOf } from './utm-values.ts'

const dayMs = 86_400_000

const names = [
  ...(['redirect_type', 'tags', 'campaign_id', 'expires_at', 'forward_query', 'tracking_enabled'] as const),
  ...(['utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content'] as const),
]

/** Values of the form of a new link on a domain. */
export type Prefill = Pick<Filled, (typeof names)[number]>

const empty = emptyForm('')
export const noPrefill = Object.fromEntries(names.map((name) => [name, empty[name]])) as Prefill

/** `template`: the UTM template of the defaults, if it still exists. */
export function prefillOf(defaults: LinkDefaults | undefined, template: UtmValues | undefined, now: number): Prefill {
  if (defaults === undefined) return noPrefill
  const { redirect_type, tags, campaign_id, expires_in_days, forward_query, tracking_enabled } = defaults
  return {
    redirect_type: String(redirect_type),
    tags: tags.join(', '),
    campaign_id: campaign_id ?? '',
    expires_at: expires_in_days === null ? '' : localMoment(new Date(now + expires_in_days * dayMs).toISOString()),
    forward_query,
    tracking_enabled,
    ...(template === undefined ? textsOf(noUtm) : textsOf(template)),
  }
}

const noUtm: UtmValues = { utm_source: null, utm_medium: null, utm_campaign: null, utm_term: null, utm_content: null }

/** The fields that get another value with another domain: those that still have the value of the former one. */
export function followDomain(filled: Filled, former: Prefill, next: Prefill): Partial<Prefill> {
  const followed = names.filter((name) => filled[name] === former[name] && former[name] !== next[name])
  return Object.fromEntries(followed.map((name) => [name, next[name]]))
}

export const isPrefilled = (prefill: Prefill): boolean => names.some((name) => prefill[name] !== noPrefill[name])
