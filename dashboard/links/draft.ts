import type { ShortUrl } from '#schemas/links.ts'
import { describePlace } from '../api/domain-place.ts'
import type { LinkDraft } from '../api/links.ts'
import { withScheme } from '../format/addresses.ts'
import { localMoment, readMoment } from '../format/local-moment.ts'
import { readTags } from '../format/tags.ts'

const utmFields = ['utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content'] as const

const cardFields = ['og_title', 'og_description', 'og_image_url'] as const

/** A form holds text, and yes or no; '' is nothing. */
export type TextField =
  | 'url'
  | 'custom_alias'
  /** Its host, or `base`; '' is the one that is offered first. */
  | 'domain'
  | 'name'
  | 'description'
  | 'external_id'
  | 'tags'
  | 'campaign_id'
  | 'starts_at'
  | 'expires_at'
  | 'expired_url'
  | 'max_clicks'
  | 'password'
  | 'ios_url'
  | 'android_url'
  | 'redirect_type'
  | 'code_length'
  | (typeof cardFields)[number]
  | (typeof utmFields)[number]
export type Flag =
  | 'tracking_enabled'
  | 'forward_query'
  | 'is_active'
  | 'find_if_exists'
  | 'generate_qr'
  /** Takes the password away that the link has. */
  | 'drops_password'
export type Filled = Record<TextField, string> & Record<Flag, boolean>
export type SetField = <Name extends keyof Filled>(field: Name, value: Filled[Name]) => void

/** As the interface has them where nothing is said. */
export const emptyForm = (url: string): Filled => ({
  url,
  custom_alias: '',
  domain: '',
  name: '',
  description: '',
  external_id: '',
  tags: '',
  campaign_id: '',
  starts_at: '',
  expires_at: '',
  expired_url: '',
  max_clicks: '',
  password: '',
  ios_url: '',
  android_url: '',
  redirect_type: '302',
  code_length: '',
  og_title: '',
  og_description: '',
  og_image_url: '',
  utm_source: '',
  utm_medium: '',
  utm_campaign: '',
  utm_term: '',
  utm_content: '',
  tracking_enabled: true,
  forward_query: true,
  is_active: true,
  find_if_exists: false,
  generate_qr: false,
  drops_password: false,
})

export const formOf = (link: ShortUrl): Filled => ({
  ...emptyForm(link.original_url),
  custom_alias: link.short_code,
  name: link.name ?? '',
  description: link.description ?? '',
  external_id: link.external_id ?? '',
  tags: link.tags.join(', '),
  campaign_id: link.campaign_id ?? '',
  starts_at: localMoment(link.starts_at),
  expires_at: localMoment(link.expires_at),
  expired_url: link.expired_url ?? '',
  max_clicks: link.max_clicks === null ? '' : String(link.max_clicks),
  ios_url: link.ios_url ?? '',
  android_url: link.android_url ?? '',
  redirect_type: String(link.redirect_type),
  og_title: link.og?.title ?? '',
  og_description: link.og?.description ?? '',
  og_image_url: link.og?.image_url ?? '',
  tracking_enabled: link.tracking_enabled,
  forward_query: link.forward_query,
  is_active: link.is_active,
  ...Object.fromEntries(utmFields.map((field) => [field, link.utm[field] ?? ''])),
})

/** What differs between the two, as the interface takes it: fields that nobody touched are not sent. */
export function draftOf(filled: Filled, former: Filled, shortHost: string): LinkDraft {
  const names = (Object.keys(filled) as (keyof Filled)[]).filter((field) => filled[field] !== former[field])
  return Object.assign({}, ...names.map((field) => write(field, filled, shortHost))) as LinkDraft
}

function write(field: keyof Filled, filled: Filled, shortHost: string): object {
  const given = filled[field]
  if (field === 'drops_password') return { password: null }
  if (typeof given === 'boolean') return { [field]: given }
  const value = given.trim()
  switch (field) {
    case 'url':
      return { url: withScheme(value) }
    case 'domain':
      return describePlace(value, shortHost)
    case 'tags':
      return { tags: readTags(value) }
    case 'og_title':
    case 'og_description':
    case 'og_image_url':
      return { og: writeCard(filled) }
    case 'max_clicks':
    case 'redirect_type':
    case 'code_length':
      return { [field]: value === '' ? null : Number(value) }
    case 'starts_at':
    case 'expires_at':
      return { [field]: value === '' ? null : readMoment(value) }
    case 'expired_url':
    case 'ios_url':
    case 'android_url':
      return { [field]: value === '' ? null : withScheme(value) }
    default:
      return { [field]: value === '' ? null : value }
  }
}

/** A card is one thing: it is sent whole, or taken away. */
function writeCard(filled: Filled): LinkDraft['og'] {
  const [title, description, image] = cardFields.map((field) => filled[field].trim())
  if (!title && !description && !image) return null
  return { title: title || null, description: description || null, image_url: image ? withScheme(image) : null }
}
