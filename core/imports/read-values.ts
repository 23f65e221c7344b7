import { parseJson } from '#schemas/parse-json.ts'

/** Seconds since 1970 have at most this many digits until the year 2286; more are milliseconds. */
const digitsOfSeconds = 10
const earliest = Date.UTC(1970, 0, 1)
const latest = Date.UTC(9999, 11, 31)

/** 2026-11-30, 2026-11-30 09:00:00, 2026-11-30T09:00:00.000Z, 2026-11-30 09:00:00 +0000, 2026-11-30 09:00:00.123456+00. */
const iso = /^(\d{4}-\d\d-\d\d)(?:[ T](\d\d:\d\d)(:\d\d(?:\.\d+)?)?)?\s*(Z|UTC|[+-]\d\d(?::?\d\d)?)?$/i

/** Nov 30, 2026 or 30 Nov 2026, with a time or not: the name of the month leaves no doubt about the order. */
const named = /^(?=.*[a-z]{3})(?=.*\d{4})[\w ,:+-]+$/i

/** A date of a file, in UTC unless it names a time zone. undefined for formats whose order of day and month is unclear. */
export function readDate(text: string): Date | undefined {
  const date = parseDate(text.trim())
  const time = date?.getTime() ?? Number.NaN
  return time >= earliest && time <= latest ? date : undefined
}

function parseDate(text: string): Date | undefined {
  if (/^\d{9,13}$/.test(text)) return new Date(Number(text) * (text.length <= digitsOfSeconds ? 1_000 : 1))
  const [, day, minutes = '00:00', seconds = ':00', zone = 'Z'] = iso.exec(text) ?? []
  if (day !== undefined) return new Date(`${day}T${minutes}${seconds}${/^(z|utc)$/i.test(zone) ? 'Z' : colon(zone)}`)
  if (!named.test(text)) return undefined
  return new Date(/(?:gmt|utc|z|[+-]\d{4})$/i.test(text) ? text : `${text} UTC`)
}

const colon = (zone: string) =>
  zone.replace(/^([+-]\d\d):?(\d\d)?$/, (_, hours, minutes = '00') => `${hours}:${minutes}`)

/** A count, which spreadsheets write with separators or as 12.0. */
export function readCount(text: string): number | undefined {
  const digits = text
    .trim()
    .replace(/(?<=\d)[, ](?=\d{3}\b)/g, '')
    .replace(/\.0+$/, '')
  return /^\d{1,15}$/.test(digits) ? Number(digits) : undefined
}

const yes = /^(true|yes|y|1|on|active|enabled|archived)$/i
const no = /^(false|no|n|0|off|inactive|disabled|)$/i

export function readFlag(text: string): boolean | undefined {
  if (yes.test(text.trim())) return true
  return no.test(text.trim()) ? false : undefined
}

/** Tags that are separated by commas, semicolons, or bars; also a JSON list. */
export function readTags(text: string): string[] {
  return readJsonTags(text) ?? splitTags(text)
}

function readJsonTags(text: string): string[] | undefined {
  if (!text.startsWith('["')) return undefined
  const list = parseJson(text)
  return Array.isArray(list) && list.every((tag) => typeof tag === 'string') ? list : undefined
}

function splitTags(text: string): string[] {
  const list = text.trim().replace(/^\[(.*)\]$/, '$1')
  return list
    .split(/[,;|]/)
    .map((tag) =>
      tag
        .trim()
        .replace(/^["'](.*)["']$/, '$1')
        .trim(),
    )
    .filter((tag) => tag !== '')
}
