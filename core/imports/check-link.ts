import type { z } from 'zod'
import { deviceDestination } from '#schemas/app-url.ts'
import { spellHost } from '#schemas/domains.ts'
import type { ImportNote } from '#schemas/imports.ts'
import { mostTags, newTag } from '#schemas/tags.ts'
import { utmFields } from '#schemas/utm-fields.ts'
import { codePattern, destination, linkPassword } from '#schemas/values.ts'
import { check } from '../problems.ts'
import { isReservedAlias } from '../reserved-aliases.ts'
import { sentenceAbout } from '../sentence-about.ts'
import { lastSlashes, type RawLink, splitShortUrl } from './raw-link.ts'
import type { VisitsOfLink } from './raw-visit.ts'
import { type OwnSettings, readOwnSettings } from './read-own-settings.ts'
import { dateOf, readPeriod } from './read-period.ts'
import { readCount, readFlag, readTags } from './read-values.ts'
import { storable } from './storable-text.ts'

/** Redirectors serve slugs up to this length. */
const longestSlug = 50
const mostClicks = 1_000_000_000
const longestUrl = 2_048
/** An entry of an index of Postgres can have 2,700 bytes. */
const longestKey = 500
/** Tags of a row that are read, with repeated and invalid ones: a row can have 64,000. */
const mostReadTags = 10 * mostTags

/** Settings of a link that is imported. All have the same members, so that they share a statement. */
export interface ImportedSettings extends OwnSettings {
  url: string
  name: string | null
  description: string | null
  tags: string[]
  external_id: string | null
  archived: boolean
  is_active: boolean
  /** Unix milliseconds. */
  created_at: number | null
  starts_at: number | null
  expires_at: number | null
  expired_url: string | null
  max_clicks: number | null
  redirect_type: 301 | 302 | 307 | 308
  utm: Record<(typeof utmFields)[number], string | null>
  ios_url: string | null
  android_url: string | null
}

export interface CheckedLink {
  position: number
  /** Short URL in the source. */
  source_url: string | null
  /** The name of the link in the source, which no other link there has. */
  source_key: string | null
  /** As in the Host header. */
  host: string | null
  /** null: a slug is generated. */
  slug: string | null
  /** Why the slug cannot be kept; null if it can. */
  refusal: string | null
  clicks: number
  /** In plain text, to be hashed at once. */
  password: string | null
  /** The source has a password that cannot be carried over. */
  lost_password: boolean
  /** UUID or name. */
  campaign: string | null
  visits?: VisitsOfLink
  settings: ImportedSettings
}

type Checked = { link: CheckedLink; notes: ReadonlySet<ImportNote> } | { problem: string; source_url: string | null }

/** Fields whose texts may be long. */
const longTexts: ReadonlySet<string> = new Set([
  'url',
  'name',
  'description',
  'tags',
  'external_id',
  'targeting_rules',
  'schedules',
  'og_title',
  'og_description',
  'og_image_url',
  ...utmFields,
])

/** Cuts texts that are too long for a name, a date or a number: patterns would be searched in 128 KB. */
const cutOverlong = (raw: RawLink): RawLink =>
  Object.fromEntries(
    Object.entries(raw).map(([field, value]) =>
      typeof value === 'string' && value.length > longestUrl && !longTexts.has(field)
        ? [field, value.slice(0, longestUrl)]
        : [field, value],
    ),
  ) as RawLink

/** A link of a source as it can be imported, with what is lost, or why it cannot be. */
export function checkLink(given: RawLink): Checked {
  const raw = cutOverlong(given)
  const notes = new Set<ImportNote>(raw.notes)
  const { source_url, source_key, host, slug } = nameOf(raw)
  if (raw.tooManyColumns !== undefined)
    return {
      source_url,
      problem: 'The row has more columns than the header. Enclose values that contain commas in quotation marks.',
    }
  if (raw.trashed_at?.trim()) return { source_url, problem: 'This link is in the trash of the source.' }
  const url = check(destination, raw.url?.trim() ?? '')
  if (url.value === null)
    return { source_url, problem: sentenceAbout({ field: 'url', message: url.problems[0]?.message ?? 'Required.' }) }
  const refusal = slug === null ? null : refusalOf(slug, notes)
  const password = readPassword(raw.password, notes)
  const link = {
    position: raw.position,
    source_url,
    source_key,
    host,
    slug: refusal === null ? slug : null,
    refusal,
    clicks: Math.min(numberOf(raw.clicks, notes) ?? 0, mostClicks),
    password,
    lost_password: notes.has('password_removed'),
    campaign: storable(raw.campaign ?? '').trim() || null,
    ...(raw.visits !== undefined && { visits: raw.visits }),
    settings: readSettings(raw, url.value, notes),
  }
  // Without its password, anybody could open the link.
  if (link.lost_password) link.settings.is_active = false
  return { link, notes }
}

/** The name of a link in its source, without the link itself. null if it has none. */
export const sourceKeyOf = (raw: Pick<RawLink, 'slug' | 'domain' | 'short_url'>): string | null =>
  nameOf(raw).source_key

/** Its name in the source. All of it may be as long as a row. */
function nameOf(raw: Pick<RawLink, 'slug' | 'domain' | 'short_url'>) {
  const { source_url, host, slug } = findName(raw)
  const key = slug === null ? null : storable(`${host ?? ''}/${slug}`)
  return {
    source_url: source_url === null ? null : storable(source_url.slice(0, longestUrl)),
    source_key: key !== null && key.length <= longestKey ? key : null,
    // Two imports of a link recognize it by its key, so the key keeps the spelling of the source.
    host: host === null ? null : spellHost(host),
    slug,
  }
}

function findName({ short_url, slug, domain }: Pick<RawLink, 'slug' | 'domain' | 'short_url'>) {
  const split = short_url ? splitShortUrl(short_url.trim()) : undefined
  const host =
    domain
      ?.trim()
      .toLowerCase()
      .replace(/^https?:\/\//, '')
      .split('/', 1)[0] ||
    split?.host ||
    null
  const name = slug?.trim().replace(/^\/+/, '').replace(lastSlashes, '') || split?.slug || null
  // A column of short URLs may have only their slugs.
  const own = name ?? (short_url && codePattern.test(short_url.trim()) ? short_url.trim() : null)
  const source_url = short_url?.trim() || (host !== null && own !== null ? `${host}/${own}` : null)
  return { source_url, host, slug: own }
}

function refusalOf(slug: string, notes: Set<ImportNote>): string | null {
  if (isReservedAlias(slug)) {
    notes.add('slug_reserved')
    return 'The slug is reserved.'
  }
  if (codePattern.test(slug) && slug.length <= longestSlug) return null
  notes.add('slug_not_possible')
  return 'The slug is too long, or has characters that are not allowed.'
}

function readPassword(text: string | undefined, notes: Set<ImportNote>): string | null {
  if (!text || readFlag(text) === false) return null
  // Services that keep only a hash tell that there is a password.
  const isUsable = readFlag(text) !== true && !/^\$[\w-]+\$/.test(text) && linkPassword.safeParse(text).success
  if (!isUsable) notes.add('password_removed')
  return isUsable ? text : null
}

function readSettings(raw: RawLink, url: string, notes: Set<ImportNote>): ImportedSettings {
  const text = (value: string | undefined, most: number) => cut(value, most, notes)
  const link = (value: string | undefined) => orNote(destination, value, 'url_dropped', notes)
  const limit = numberOf(raw.max_clicks, notes)
  const type = Number(raw.redirect_type)
  return {
    url,
    name: text(raw.name, 255),
    description: text(raw.description, 1_000),
    tags: tagsOf(raw.tags, notes),
    external_id: text(raw.external_id, 255),
    archived: readFlag(raw.archived ?? '') === true,
    is_active: readFlag(raw.is_active || 'true') !== false,
    created_at: dateOf(raw.created_at, notes),
    ...readPeriod(raw, notes),
    expired_url: link(raw.expired_url),
    max_clicks: limit === undefined || limit < 1 || limit > mostClicks ? null : limit,
    redirect_type: type === 301 || type === 307 || type === 308 ? type : 302,
    utm: Object.fromEntries(utmFields.map((field) => [field, text(raw[field], 200)])) as ImportedSettings['utm'],
    ios_url: orNote(deviceDestination, raw.ios_url, 'url_dropped', notes),
    android_url: orNote(deviceDestination, raw.android_url, 'url_dropped', notes),
    ...readOwnSettings(raw, { notes, text, url: link }),
  }
}

function cut(value: string | undefined, most: number, notes: Set<ImportNote>): string | null {
  const text = storable(value ?? '').trim()
  if (text.length > most) notes.add('text_cut')
  // Half of a character may be left at the end.
  return text === '' ? null : storable(text.slice(0, most))
}

function numberOf(value: string | undefined, notes: Set<ImportNote>): number | undefined {
  if (value === undefined || /^(|null|-|n\/a|unlimited)$/i.test(value.trim())) return undefined
  const number = readCount(value)
  if (number === undefined) notes.add('number_unknown')
  return number
}

function tagsOf(value: string | undefined, notes: Set<ImportNote>): string[] {
  const { tags, isCut } = readTags(value ?? '', mostReadTags)
  const all = [...new Set(tags)]
  const possible = all.filter((tag) => newTag.safeParse(tag).success)
  if (isCut || possible.length < all.length || possible.length > mostTags) notes.add('tag_dropped')
  return possible.slice(0, mostTags)
}

function orNote(schema: z.ZodType<string>, value: string | undefined, note: ImportNote, notes: Set<ImportNote>) {
  const text = value?.trim() ?? ''
  if (text === '') return null
  const parsed = schema.safeParse(text)
  if (!parsed.success) notes.add(note)
  return parsed.success ? parsed.data : null
}
