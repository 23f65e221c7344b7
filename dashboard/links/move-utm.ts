import { takeUtm } from '#core/visits/take-utm.ts'
import { utmFields } from '#schemas/utm-fields.ts'
import { pickUtm, type UtmTexts } from './utm-values.ts'

export type UrlAndUtm = UtmTexts & { url: string }

/** UTM parameters of a destination that become values of the UTM fields. */
export interface UtmMove {
  before: UrlAndUtm
  after: UrlAndUtm
}

/**
 * null if there is nothing to move. Fields with a value keep it, unless it is a default: it replaces the parameter of the
 * URL at each visit.
 */
export function moveUtm(filled: UrlAndUtm, defaults: Partial<UtmTexts> = {}): UtmMove | null {
  const before = { ...pickUtm(filled), url: filled.url.trim() }
  const { url, utm } = takeUtm(
    before.url,
    utmFields.filter((field) => before[field] === '' || before[field] === defaults[field]),
  )
  return Object.keys(utm).length === 0 ? null : { before, after: { ...before, ...utm, url } }
}

export const movedFields = ({ before, after }: UtmMove) => utmFields.filter((field) => before[field] !== after[field])

/** Nothing has changed since the move, so that it can be undone. */
export const isJustMoved = ({ after }: UtmMove, filled: UrlAndUtm): boolean =>
  after.url === filled.url && utmFields.every((field) => after[field] === filled[field])

/** A pasted URL replaces the former one, with the values that came from it. */
export function pasteUrl(url: string, filled: UrlAndUtm, former: UtmMove | null): UrlAndUtm {
  const left = former === null ? [] : movedFields(former).filter((field) => filled[field] === former.after[field])
  return { ...pickUtm(filled), ...Object.fromEntries(left.map((field) => [field, former?.before[field] ?? ''])), url }
}
