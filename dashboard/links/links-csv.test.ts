import { expect, it } from 'vitest'
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
