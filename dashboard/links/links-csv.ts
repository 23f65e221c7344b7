import { csvValue } from '#core/csv-value.ts'
import type { ShortUrl } from '#schemas/links.ts'
import { csvLine } from '../format/csv.ts'
import { writeDay } from '../format/days.ts'
import { saveFile } from '../parts/save-file.ts'
import { fieldNames, formField } from './form-fields.ts'

/** Groups whose fields are not settings of a link. */
const withoutSettings = ['password', 'code']

const settings = fieldNames.filter((name) => {
  const { group } = formField(name)
  return group !== undefined && !withoutSettings.includes(group)
})

/** Columns that imports read, as in the export of the API, and figures. */
const columns = [
  'short_url',
  'original_url',
  ...settings,
  'is_password_protected',
  'status',
  'click_count',
  'unique_visitors',
  'last_clicked_at',
  'created_at',
  'trashed_at',
  'id',
]

export const csvHead = csvLine(columns)

export const csvLines = (links: readonly ShortUrl[]): string => links.map((link) => csvLine(cellsOf(link))).join('')

export const saveLinks = (links: readonly ShortUrl[]) =>
  saveFile(`links-${writeDay(new Date())}.csv`, [csvHead, csvLines(links)], 'text/csv')

function cellsOf({ og, utm, ...link }: ShortUrl) {
  const card = Object.entries(og ?? {}).map(([name, value]) => [`og_${name}`, value])
  const members: Record<string, unknown> = { ...link, ...utm, ...Object.fromEntries(card) }
  return columns.map((name) => {
    const value = csvValue(members[name])
    if (typeof value === 'boolean') return String(value)
    return typeof value === 'number' || typeof value === 'string' ? value : null
  })
}
