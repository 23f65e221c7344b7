import type { z } from 'zod'
import type { ImportNote } from '#schemas/imports.ts'
import { parseJson } from '#schemas/parse-json.ts'
import { type GivenSchedule, givenSchedules } from '#schemas/schedules.ts'
import { type GivenRule, givenRules } from '#schemas/targeting.ts'
import type { RawLink } from './raw-link.ts'
import { readFlag } from './read-values.ts'

/** Settings that only files exported from Waymark contain. */
export interface OwnSettings {
  tracking_enabled: boolean
  forward_query: boolean
  indexing: boolean
  fallback_url: string | null
  /** Not in links that an earlier version read. */
  use_fallback_when_dead?: boolean
  targeting_rules: GivenRule[]
  /** Not in links that an earlier version read. */
  schedules?: GivenSchedule[]
  og: { title: string | null; description: string | null; image_url: string | null } | null
}

/** Values of these settings in files without their columns. */
export const withoutOwnSettings: OwnSettings = {
  tracking_enabled: true,
  forward_query: true,
  indexing: true,
  fallback_url: null,
  use_fallback_when_dead: false,
  targeting_rules: [],
  schedules: [],
  og: null,
}

interface Reading {
  notes: Set<ImportNote>
  text: (value: string | undefined, most: number) => string | null
  url: (value: string | undefined) => string | null
}

export function readOwnSettings(raw: RawLink, { notes, text, url }: Reading): OwnSettings {
  const isOn = (value: string | undefined) => readFlag(value || 'true') !== false
  const og = {
    title: text(raw.og_title, 300),
    description: text(raw.og_description, 1_000),
    image_url: url(raw.og_image_url),
  }
  return {
    tracking_enabled: isOn(raw.tracking_enabled),
    forward_query: isOn(raw.forward_query),
    indexing: isOn(raw.indexing),
    fallback_url: url(raw.fallback_url),
    use_fallback_when_dead: readFlag(raw.use_fallback_when_dead ?? '') === true,
    targeting_rules: readJson(givenRules, raw.targeting_rules, () => notes.add('targeting_dropped')),
    schedules: readJson(givenSchedules, raw.schedules, () => notes.add('schedules_dropped')),
    og: Object.values(og).every((value) => value === null) ? null : og,
  }
}

function readJson<Item>(schema: z.ZodType<Item[]>, value: string | undefined, drop: () => void): Item[] {
  const json = value?.trim() ?? ''
  if (json === '') return []
  const list = schema.safeParse(parseJson(json))
  if (!list.success) drop()
  return list.success ? list.data : []
}
