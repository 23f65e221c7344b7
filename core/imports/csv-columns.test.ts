import { describe, expect, it } from 'vitest'
import { checkLink } from './check-link.ts'
import { matchColumns } from './csv-columns.ts'
import type { RawLink } from './raw-link.ts'

/** Rows as the services write them. */
const files = {
  bitly: {
    header: ['Long URL', 'Bitlink', 'Title', 'Tags', 'Created', 'Total Clicks'],
    row: ['https://example.com/a', 'https://bit.ly/3xYz', 'A', 'a,b', '2024-02-01T10:00:00+0000', '42'],
  },
  dub: {
    header: [
      'Short link',
      'Destination URL',
      'Clicks',
      'Created at',
      'Tags',
      'Archived',
      'Domain',
      'Key',
      'Comments',
      'Expires at',
    ],
    row: [
      'https://dub.sh/3xYz',
      'https://example.com/a',
      '42',
      '2024-02-01T10:00:00.000Z',
      'a, b',
      'true',
      'dub.sh',
      '3xYz',
      'Note',
      '',
    ],
  },
  kutt: {
    header: [
      'id',
      'address',
      'banned',
      'created_at',
      'domain',
      'password',
      'target',
      'visit_count',
      'link',
      'description',
      'expire_in',
    ],
    row: [
      '1',
      '3xYz',
      'false',
      '2024-02-01T10:00:00.000Z',
      '',
      'false',
      'https://example.com/a',
      '42',
      'https://kutt.it/3xYz',
      'Note',
      '',
    ],
  },
  rebrandly: {
    header: ['ID', 'Title', 'Slashtag', 'Destination', 'Created At', 'Domain', 'Short URL', 'Clicks'],
    row: ['x', 'A', '3xYz', 'https://example.com/a', '2024-02-01T10:00:00.000Z', 'rebrand.ly', 'rebrand.ly/3xYz', '42'],
  },
  shlink: {
    header: ['createdAt', 'title', 'shortUrl', 'domain', 'shortCode', 'longUrl', 'tags', 'visits'],
    row: ['2024-02-01T10:00:00+00:00', 'A', 'https://s.test/3xYz', '', '3xYz', 'https://example.com/a', 'a|b', '42'],
  },
  shortio: {
    header: [
      'originalURL',
      'path',
      'title',
      'createdAt',
      'tags',
      'clicks',
      'expiresAt',
      'iphoneURL',
      'androidURL',
      'secureShortURL',
    ],
    row: [
      'https://example.com/a',
      '3xYz',
      'A',
      '1706781600000',
      'a;b',
      '42',
      '',
      'https://i.example.com/',
      '',
      'https://short.gy/3xYz',
    ],
  },
  tinyurl: {
    header: ['Domain', 'Alias', 'TinyURL', 'URL', 'Tags', 'Hits', 'Created at', 'Expires at'],
    row: [
      'tinyurl.com',
      '3xYz',
      'https://tinyurl.com/3xYz',
      'https://example.com/a',
      'a',
      '42',
      '2024-02-01 10:00:00',
      '',
    ],
  },
  yourls: {
    header: ['keyword', 'url', 'title', 'timestamp', 'ip', 'clicks'],
    row: ['3xYz', 'https://example.com/a', 'A', '2024-02-01 10:00:00', '192.0.2.1', '42'],
  },
} as const

describe.each(Object.entries(files))('a file of %s', (source, { header, row }) => {
  it('has the destination, slug, date and click total', () => {
    const { fields } = matchColumns(source as keyof typeof files, header, {})
    const raw: RawLink = { position: 2 }
    for (const [field, index] of fields) raw[field] = row[index]
    const checked = checkLink(raw)
    expect(checked).toMatchObject({
      link: {
        slug: '3xYz',
        clicks: 42,
        refusal: null,
        settings: { url: 'https://example.com/a', created_at: Date.UTC(2024, 1, 1, 10), is_active: true },
      },
    })
    expect('notes' in checked && [...checked.notes]).toEqual([])
  })
})

it('a mapping wins over names, and names a missing column', () => {
  const header = ['URL', 'Real target', 'Back-half']
  const { fields, missing, unused } = matchColumns('csv', header, { url: 'real TARGET', clicks: 'Hits' })
  expect([...fields]).toEqual([
    ['url', 1],
    ['slug', 2],
  ])
  expect([missing, unused]).toEqual([['Hits'], ['URL']])
})

it('no column is used twice', () => {
  const { fields } = matchColumns('csv', ['link', 'url'], {})
  expect(Object.fromEntries(fields)).toEqual({ url: 1, short_url: 0 })
})
