import type { ShortUrl } from '#schemas/links.ts'
import { csvLine } from '../format/csv.ts'
import { writeDay } from '../format/days.ts'
import { saveFile } from '../parts/save-file.ts'
import { fieldNames, formField } from './form-fields.ts'

/** Groups whose fields are not plain members of a link. */
const notPlain = ['password', 'card', 'code']

const settings = fieldNames.filter((name) => {
  const { group } = formField(name)
  return group !== undefined && !notPlain.includes(group)
})

const columns = [
  'short_url',
  'original_url',
  ...settings,
  'status',
  'click_count',
  'unique_visitors',
  'last_clicked_at',
  'created_at',
  'id',
]

export const csvHead = csvLine(columns)

export const csvLines = (links: readonly ShortUrl[]): string => links.map((link) => csvLine(cellsOf(link))).join('')

export const saveLinks = (links: readonly ShortUrl[]) =>
  saveFile(`links-${writeDay(new Date())}.csv`, [csvHead, csvLines(links)], 'text/csv')

function cellsOf(link: ShortUrl) {
  const members: Record<string, unknown> = { ...link, ...link.utm }
  return columns.map((name) => {
    const value = members[name] ?? null
    if (Array.isArray(value)) return value.join(',')
    if (typeof value === 'boolean') return String(value)
    return typeof value === 'number' || typeof value === 'string' ? value : null
  })
}
