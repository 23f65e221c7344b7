import { expect, it } from 'vitest'
import { z } from 'zod'
import { shortUrl } from '#schemas/links.ts'
import { qrCode } from '#schemas/qr-codes.ts'
import { csvColumns } from './csv-columns.ts'

const namesOf = (record: z.ZodObject) => csvColumns(record).map(({ name }) => name)

it('has a column for each member, and for each member of an object of plain values', () => {
  const names = namesOf(shortUrl)
  expect(names).toEqual(
    expect.arrayContaining(['id', 'original_url', 'utm_source', 'og_title', 'og_image_url', 'tags']),
  )
  expect(names.filter((name) => ['utm', 'og', 'utm_utm_source'].includes(name))).toEqual([])
  expect(namesOf(qrCode)).toContain('visual_settings')
})

it('a new member of a record is a new column', () => {
  expect(namesOf(shortUrl.extend({ color: z.string().nullable() })).at(-1)).toBe('color')
})

it('writes lists of texts with commas, and everything else that is not plain as JSON', () => {
  const record = z.object({
    tags: z.array(z.string()),
    rules: z.array(z.object({ a: z.int() })),
    og: z.object({ title: z.string() }).nullable(),
  })
  const write = (row: z.input<typeof record>) => csvColumns(record).map(({ read }) => read(row))
  expect(write({ tags: ['a', 'b c'], rules: [{ a: 1 }], og: { title: 'x' } })).toEqual(['a,b c', '[{"a":1}]', 'x'])
  expect(write({ tags: ['a;b', 'c'], rules: [], og: null })).toEqual(['["a;b","c"]', '', undefined])
})
