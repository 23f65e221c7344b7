import type { ShortUrl } from '#schemas/links.ts'
import { describeDomain } from '../api/domain-choice.ts'
import type { LinkDraft } from '../api/links.ts'
import { localMoment, readMoment } from '../format/local-moment.ts'
import { readTags } from '../format/tags.ts'
import { withScheme } from '../format/urls.ts'
import { changedMembers } from '../parts/draft-changes.ts'
import { type FieldName, type Flag, fieldNames, formField, isFlag, type TextField } from './form-fields.ts'
import { draftRules, readRules } from './rule-drafts.ts'
import { draftSchedules, readSchedules } from './schedule-drafts.ts'

export type Filled = Record<TextField, string> & Record<Flag, boolean>

/** An empty form, with the defaults of the API. */
export const emptyForm = (url: string): Filled =>
  ({
    ...Object.fromEntries(fieldNames.map((name) => [name, formField(name).standard ?? (isFlag(name) ? false : '')])),
    url,
  }) as Filled

/** Converts a link of the API into form values. */
export function formOf(link: ShortUrl): Filled {
  const members = { ...link, ...link.utm, url: link.original_url, custom_alias: link.short_code }
  const filled = fieldNames.flatMap((name) => {
    const { kind } = formField(name)
    if (kind === 'card') return [[name, link.og?.[memberOfCard(name)] ?? '']]
    if (kind === 'rules') return [[name, draftRules(link.targeting_rules)]]
    if (kind === 'schedules') return [[name, draftSchedules(link.schedules)]]
    const value = members[name as keyof typeof members]
    return value === undefined ? [] : [[name, kind === 'moment' ? localMoment(value as string | null) : asText(value)]]
  })
  return { ...emptyForm(link.original_url), ...(Object.fromEntries(filled) as Partial<Filled>) }
}

function asText(value: unknown): string | boolean {
  if (typeof value === 'boolean') return value
  if (Array.isArray(value)) return value.join(', ')
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

const memberOfCard = (name: FieldName) => name.slice('og_'.length) as keyof NonNullable<ShortUrl['og']>

/** Converts changed form values into a request. Unchanged fields are not sent. */
export function draftOf(filled: Filled, former: Filled, shortHost: string): LinkDraft {
  const names = fieldNames.filter((field) => filled[field] !== former[field])
  return Object.assign({}, ...names.map((field) => write(field, filled, shortHost))) as LinkDraft
}

function write(field: FieldName, filled: Filled, shortHost: string): object {
  if (field === 'domain') return describeDomain(filled.domain.trim(), shortHost)
  if (field === 'drops_password') return { password: null }
  if (isFlag(field)) return { [field]: filled[field] }
  const { kind } = formField(field)
  const value = filled[field].trim()
  if (kind === 'rules') return { [field]: readRules(value) }
  if (kind === 'schedules') return { [field]: readSchedules(value) }
  if (kind === 'tags') return { [field]: readTags(value) }
  if (kind === 'card') return { og: writeCard(cardOf(filled)) }
  if (value === '') return { [field]: null }
  if (kind === 'number') return { [field]: Number(value) }
  if (kind === 'moment') return { [field]: readMoment(value) }
  return { [field]: kind === 'url' ? withScheme(value) : value }
}

const cardOf = ({ og_title, og_description, og_image_url }: Filled) => ({
  title: og_title.trim() || null,
  description: og_description.trim() || null,
  image_url: og_image_url.trim() === '' ? null : withScheme(og_image_url.trim()),
})
type Card = ReturnType<typeof cardOf>
const noCard: Card = { title: null, description: null, image_url: null }

/** null removes the card. */
const writeCard = (card: Card): Card | null => (Object.values(card).every((member) => member === null) ? null : card)

/** The API replaces a card as a whole. What others changed in it while the form was open is kept. */
export const mergeCard = (filled: Filled, former: Filled, now: ShortUrl['og']): Card | null =>
  writeCard({ ...noCard, ...now, ...changedMembers(cardOf(filled), cardOf(former)) })
