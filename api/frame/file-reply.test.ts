import { expect, it } from 'vitest'
import { FileReply } from './file-reply.ts'

const file = (special: Partial<FileReply['contents']> = {}) =>
  new FileReply({
    media_type: 'image/png',
    filename: 'code.png',
    disposition: 'inline',
    make: () => Promise.resolve(Buffer.from('')),
    ...special,
  })

it.each([
  ['Spring sale.png', 'Spring-sale.png'],
  ['Büro "Süd"\r\nSet-Cookie: a=b.png', 'Buro-Sud-Set-Cookie-a-b.png'],
  ['../../etc/passwd.svg', 'etc-passwd.svg'],
  ['東京.png', 'file.png'],
  ['.png', 'png'],
  [`${'n'.repeat(300)}.png`, `${'n'.repeat(100)}.png`],
])('names the file %j as %s', (filename, safe) => {
  expect(file({ filename }).headers['content-disposition']).toBe(`inline; filename="${safe}"`)
})

it('matches an If-None-Match header that contains its ETag, alone, in a list or weak', () => {
  const tagged = file({ etag: '"abc"' })
  for (const header of ['"abc"', '"x", "abc"', 'W/"abc"', '*']) expect(tagged.isKnownTo(header), header).toBe(true)
  for (const header of ['"ab"', 'abc', '', undefined]) expect(tagged.isKnownTo(header), header).toBe(false)
  expect(file().isKnownTo('*')).toBe(false)
})

it('is cacheable only when it has an ETag', () => {
  expect(file({ etag: '"abc"' }).headers).toMatchObject({ etag: '"abc"', 'cache-control': 'private, no-cache' })
  expect(file().headers).not.toHaveProperty('cache-control')
})
