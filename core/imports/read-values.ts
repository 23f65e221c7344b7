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
