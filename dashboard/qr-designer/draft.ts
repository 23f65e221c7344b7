import type { ContentType } from '#schemas/qr-choices.ts'
import type { QrCode } from '#schemas/qr-codes.ts'
import type { VisualSettings } from '#schemas/qr-settings.ts'
import { describeDomain } from '../api/domain-choice.ts'
import type { CodeChanges, NewCodeBody } from '../api/qr-codes.ts'
import { localMoment, readMoment } from '../format/local-moment.ts'
import { readTags } from '../format/tags.ts'
import { withScheme } from '../format/urls.ts'
import { changedMembers } from '../parts/draft-changes.ts'
import { type ContentField, contentForms } from './content-forms.ts'
import { plainLook } from './plain-look.ts'

/** Forms hold text; '' means empty. */
export type ContentText = Record<string, string>

export interface CodeDraft {
  kind: ContentType
  /** Kept by type, so that switching the type and back loses nothing. */
  contents: Partial<Record<ContentType, ContentText>>
  name: string
  custom_alias: string
  /** Host of the short URL, or `base`; '' is the default domain. */
  domain: string
  tags: string
  expires_at: string
  password: string
  removes_password: boolean
  campaign_id: string
  is_dynamic: boolean
  tracking_enabled: boolean
  look: VisualSettings
}

/** Phones act on this content directly. A short link would show it on a page instead. */
const directKinds: ReadonlySet<ContentType> = new Set(['wifi', 'vcard', 'text', 'phone'])
export const isDirect = (kind: ContentType): boolean => directKinds.has(kind)

/** Others are dynamic and tracked, since printed codes cannot be changed. */
const flagsFor = (kind: ContentType) => ({ is_dynamic: !isDirect(kind), tracking_enabled: !isDirect(kind) })

/** Another content type, with its flags unless the user has changed them. */
export function chooseKind({ kind: before, is_dynamic, tracking_enabled }: CodeDraft, kind: ContentType) {
  const usual = flagsFor(before)
  const areUsual = is_dynamic === usual.is_dynamic && tracking_enabled === usual.tracking_enabled
  return { kind, ...(areUsual && flagsFor(kind)) }
}

export const emptyDraft = (): CodeDraft => ({
  kind: 'url',
  contents: {},
  name: '',
  custom_alias: '',
  domain: '',
  tags: '',
  expires_at: '',
  password: '',
  removes_password: false,
  campaign_id: '',
  ...flagsFor('url'),
  look: plainLook,
})

export const draftOf = (code: QrCode): CodeDraft => ({
  ...emptyDraft(),
  kind: code.content_type,
  contents: { [code.content_type]: readContent(code.content_type, code.content_data) },
  name: code.name ?? '',
  tags: code.tags.join(', '),
  expires_at: localMoment(code.expires_at),
  campaign_id: code.campaign_id ?? '',
  is_dynamic: code.is_dynamic,
  tracking_enabled: code.tracking_enabled,
  look: code.visual_settings,
})

/** The shown fields: an open Wi-Fi network has no password. */
export const fieldsFor = (kind: ContentType, text: ContentText | undefined): ContentField[] =>
  contentForms[kind].filter(({ name }) => !(name === 'password' && text?.['encryption'] === 'nopass'))

/** Value of a field; selections start with their first value. */
export const valueIn = (text: ContentText | undefined, { name, choices }: ContentField): string =>
  text?.[name] ?? (choices === undefined ? '' : (Object.keys(choices)[0] ?? ''))

/** Converts content to the shape of the API, without checking it. */
export function writeContent(kind: ContentType, text: ContentText | undefined): Record<string, unknown> {
  const content: Record<string, unknown> = {}
  for (const field of fieldsFor(kind, text)) {
    const value = writeField(field, valueIn(text, field))
    if (value === undefined) continue
    const [part = '', inner] = field.name.split('.')
    if (inner === undefined) content[part] = value
    else content[part] = { ...(content[part] as object | undefined), [inner]: value }
  }
  return content
}

function writeField({ name, type }: ContentField, value: string): unknown {
  if (type === 'switch') return value === 'true'
  if (type === 'lines' || name === 'ssid' || name === 'password') return value === '' ? undefined : value
  const trimmed = value.trim()
  if (trimmed === '') return undefined
  if (type === 'number') return Number(trimmed.replace(',', '.'))
  return type === 'url' ? withScheme(trimmed) : trimmed
}

type Plain = string | number | boolean | null | undefined

function readContent(kind: ContentType, content: object): ContentText {
  const values = content as Record<string, Plain | Record<string, Plain> | null>
  const found = contentForms[kind].map(({ name }) => {
    const [part = '', inner] = name.split('.')
    const value = values[part]
    const plain = typeof value === 'object' ? (inner === undefined ? null : value?.[inner]) : value
    return [name, String(plain ?? '')] as const
  })
  return Object.fromEntries(found)
}

const contentBody = ({ kind, contents }: CodeDraft) => ({
  content_type: kind,
  content_data: writeContent(kind, contents[kind]),
})

export function newBody(draft: CodeDraft, shortHost: string): NewCodeBody {
  const { is_dynamic, tracking_enabled, name, custom_alias, domain, tags, expires_at, password, campaign_id, look } =
    draft
  const hasShortUrl = is_dynamic || tracking_enabled
  return {
    ...contentBody(draft),
    is_dynamic,
    tracking_enabled,
    visual_settings: look,
    ...(name.trim() !== '' && { name: name.trim() }),
    ...(hasShortUrl && describeDomain(domain, shortHost)),
    ...(hasShortUrl && custom_alias.trim() !== '' && { custom_alias: custom_alias.trim() }),
    ...(readTags(tags).length > 0 && { tags: readTags(tags) }),
    ...(expires_at !== '' && { expires_at: readMoment(expires_at) }),
    ...(is_dynamic && password !== '' && { password }),
    ...(campaign_id !== '' && { campaign_id }),
  }
}

/** The request for a change: only what differs. */
export function changedBody(draft: CodeDraft, before: CodeDraft): CodeChanges {
  const differs = (name: keyof CodeDraft) => draft[name] !== before[name]
  const content = contentBody(draft)
  const { name, tags, expires_at, password, removes_password, campaign_id, tracking_enabled, look } = draft
  return {
    ...(draft.is_dynamic && !isSame(content, contentBody(before)) && content),
    ...(differs('name') && { name: name.trim() === '' ? null : name.trim() }),
    ...(differs('tags') && { tags: readTags(tags) }),
    ...(differs('expires_at') && { expires_at: expires_at === '' ? null : readMoment(expires_at) }),
    ...(differs('campaign_id') && { campaign_id: campaign_id === '' ? null : campaign_id }),
    ...(differs('tracking_enabled') && { tracking_enabled }),
    ...(password !== '' ? { password } : removes_password && { password: null }),
    ...(!isSame(look, before.look) && { visual_settings: changedMembers(look, before.look) }),
  }
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)
