import { parse } from 'csv-parse/sync'
import { expect, it } from 'vitest'
import { withoutEscape } from '#core/csv-escape.ts'
import { checkLink } from '#core/imports/check-link.ts'
import { matchColumns } from '#core/imports/csv-columns.ts'
import type { ShortUrl } from '#schemas/links.ts'
import { csvHead, csvLines } from './links-csv.ts'

const link = (special: Partial<ShortUrl>) =>
  ({ short_url: 'https://go.example/a', original_url: 'https://a.example/', tags: [], ...special }) as ShortUrl

const cells = (special: Partial<ShortUrl>) => csvLines([link(special)])

it('has a line for each link, with the field names of the API', () => {
  expect(csvHead.startsWith('short_url,original_url,name,')).toBe(true)
  expect(csvLines([link({ click_count: 3 }), link({})]).split('\r\n')).toHaveLength(3)
})

it('quotes where needed and leaves missing values empty', () => {
  expect(cells({ name: 'A "B", C', description: null, tags: ['x', 'y'] })).toContain(',"A ""B"", C",,,"x,y",')
})

it.each(['=1+1', '+1', '-1', '@sum', '\tx'])('prevents a formula in %j', (name) => {
  expect(cells({ name })).toContain(`,'${name},`)
})

/** The links of the file as an import reads them. */
function importAll(links: readonly ShortUrl[]) {
  const [header = [], ...rows] = parse(`${csvHead}${csvLines(links)}`)
  const { fields } = matchColumns('csv', header, {})
  return rows.map((row, index) => {
    const texts = [...fields].map(([field, at]) => [field, withoutEscape(row[at] ?? '')])
    return checkLink({ position: index + 2, ...Object.fromEntries(texts) })
  })
}

it('is imported with rules, scheduled changes and the preview', () => {
  const targeting_rules: ShortUrl['targeting_rules'] = [
    {
      id: '019a0000-0000-7000-8000-000000000001',
      name: 'Germany, "DE"',
      priority: 1,
      match: 'all',
      conditions: [{ type: 'country', operator: 'in', value: ['DE'] }],
      destination_url: 'https://example.com/de',
    },
  ]
  const at = '2027-01-01T00:00:00.000Z'
  const schedules: ShortUrl['schedules'] = [
    { id: '019a0000-0000-7000-8000-000000000002', at, changes: { url: 'https://example.com/new', targeting_rules } },
  ]
  const og = { title: "'=1, or not", description: 'Two\nlines', image_url: 'https://example.com/card.png' }
  const given = { targeting_rules, schedules, og, tags: ['a', 'b'], archived: true, forward_query: false }
  expect(importAll([link(given)])).toMatchObject([
    { link: { host: 'go.example', slug: 'a', settings: given }, notes: new Set() },
  ])
})

it('is not imported as a link that anybody can open, or from the trash', () => {
  const links = [link({ is_password_protected: true }), link({ trashed_at: '2026-01-01T00:00:00.000Z' })]
  expect(importAll(links)).toMatchObject([
    { link: { lost_password: true, settings: { is_active: false } } },
    { problem: expect.stringContaining('trash') },
  ])
})
