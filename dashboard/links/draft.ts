import type { ShortUrl } from '#schemas/links.ts'
import type { LinkDraft } from '../api/links.ts'

const utmFields = ['utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content'] as const
export type UtmField = (typeof utmFields)[number]
export { utmFields }

/** A form holds text; '' is nothing. */
export type Filled = Record<
  'url' | 'custom_alias' | 'name' | 'tags' | 'expires_at' | 'max_clicks' | 'password' | UtmField,
  string
>

export const emptyForm = (url: string): Filled => ({
  url,
  custom_alias: '',
  name: '',
  tags: '',
  expires_at: '',
  max_clicks: '',
  password: '',
  utm_source: '',
  utm_medium: '',
  utm_campaign: '',
  utm_term: '',
  utm_content: '',
})

export const formOf = (link: ShortUrl): Filled => ({
  ...emptyForm(link.original_url),
  custom_alias: link.short_code,
  name: link.name ?? '',
  tags: link.tags.join(', '),
  expires_at: link.expires_at === null ? '' : localMoment(new Date(link.expires_at)),
  max_clicks: link.max_clicks === null ? '' : String(link.max_clicks),
  ...Object.fromEntries(utmFields.map((field) => [field, link.utm[field] ?? ''])),
})

/** What differs between the two, as the interface takes it: fields that nobody touched are not sent. */
export function draftOf(filled: Filled, former: Filled): LinkDraft {
  const changed = (Object.keys(filled) as (keyof Filled)[]).filter((field) => filled[field] !== former[field])
  return Object.fromEntries(changed.map((field) => [field, write(field, filled[field].trim())])) as LinkDraft
}

function write(field: keyof Filled, value: string): string | string[] | number | null {
  if (field === 'url') return withScheme(value)
  if (field === 'tags')
    return value
      .split(',')
      .map((tag) => tag.trim())
      .filter((tag) => tag !== '')
  if (value === '') return null
  if (field === 'max_clicks') return Number(value)
  return field === 'expires_at' ? new Date(value).toISOString() : value
}

/** example.com is an address for people. */
export const withScheme = (url: string): string =>
  /^[a-z][a-z0-9+.-]*:/i.test(url) || url === '' ? url : `https://${url}`

/** As an input of type datetime-local has it: the reader's time, without a zone. */
function localMoment(date: Date): string {
  const shifted = new Date(date.getTime() - date.getTimezoneOffset() * 60_000)
  return shifted.toISOString().slice(0, 16)
}
