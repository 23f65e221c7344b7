import { parseJson } from '#schemas/parse-json.ts'

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

interface ReadTags {
  tags: string[]
  /** There are more. */
  isCut: boolean
}

/** At most this many tags that are separated by commas, semicolons, or bars; also of a JSON list. */
export function readTags(text: string, most: number): ReadTags {
  const all = readJsonTags(text) ?? splitTags(text, most + 1)
  const tags = all.slice(0, most).filter((tag) => tag !== '')
  return { tags, isCut: all.length > most }
}

function readJsonTags(text: string): string[] | undefined {
  if (!text.startsWith('["')) return undefined
  const list = parseJson(text)
  return Array.isArray(list) && list.every((tag) => typeof tag === 'string') ? list : undefined
}

function splitTags(text: string, most: number): string[] {
  const list = text.trim().replace(/^\[(.*)\]$/, '$1')
  return list.split(/[,;|]/, most).map((tag) =>
    tag
      .trim()
      .replace(/^["'](.*)["']$/, '$1')
      .trim(),
  )
}
