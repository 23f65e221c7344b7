import { addUtm } from '#core/visits/add-utm.ts'
import { encodeUrl, parseUrl } from '#schemas/parse-url.ts'
import { type UtmField, type UtmValues, utmFields } from '#schemas/utm-fields.ts'
import { withScheme } from '../format/urls.ts'

/** The UTM fields of a form; '' for a parameter that is not set. */
export type UtmTexts = Record<UtmField, string>

export const pickUtm = (filled: UtmTexts): UtmTexts => ofEach((field) => filled[field].trim())

export const textsOf = (values: UtmValues): UtmTexts => ofEach((field) => values[field] ?? '')

export const valuesOf = (texts: UtmTexts): UtmValues => ofEach((field) => texts[field].trim() || null)

const ofEach = <Value>(value: (field: keyof UtmTexts) => Value) =>
  Object.fromEntries(utmFields.map((field) => [field, value(field)])) as Record<keyof UtmTexts, Value>

/** The fields with a template. Parameters that it lacks stay as typed, unless the former template set them. */
export const applyTemplate = (template: UtmValues, filled: UtmTexts, former?: UtmValues): UtmTexts =>
  ofEach((field) => {
    const isLeft = former !== undefined && former[field] !== null && filled[field].trim() === former[field]
    return template[field] ?? (isLeft ? '' : filled[field])
  })

/** Whether the fields have all values of a template. */
export const hasTemplate = (template: UtmValues, filled: UtmTexts): boolean =>
  utmFields.every((field) => template[field] === null || template[field] === filled[field].trim())

export const isSameUtm = (values: UtmValues, filled: UtmTexts): boolean =>
  utmFields.every((field) => (values[field] ?? '') === filled[field].trim())

/** The values of a template in one line. */
export const describeUtm = (values: UtmValues): string => utmFields.flatMap((field) => values[field] ?? []).join(' · ')

/** The URL that visitors are sent to, as redirectors compute it; null for an invalid destination. */
export function finalUrl({ url, ...filled }: UtmTexts & { url: string }): string | null {
  const typed = withScheme(url.trim())
  const protocol = parseUrl(typed)?.protocol
  if (protocol !== 'https:' && protocol !== 'http:') return null
  return addUtm(encodeUrl(typed), valuesOf(filled))
}
