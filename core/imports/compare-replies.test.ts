import { expect, it } from 'vitest'
import { compareReplies } from './compare-replies.ts'

const to = (url: string, status = 302) => ({ status, url })
const page = (status: number) => ({ status, url: null })

it.each([
  ['the same redirect', to('https://example.com/a'), to('https://example.com/a'), null],
  ['two spellings of a URL', to('https://EXAMPLE.com'), to('https://example.com/'), null],
  ['another destination', to('https://example.com/a'), to('https://example.com/b'), 'destination'],
  ['another query', to('https://example.com/?a=1'), to('https://example.com/?a=2'), 'destination'],
  ['another redirect type', to('https://example.com/', 301), to('https://example.com/', 302), 'redirect_type'],
  ['a redirect that is an error here', to('https://example.com/'), page(404), 'status'],
  ['an error that is a redirect here', page(404), to('https://example.com/'), 'status'],
  ['two errors', page(404), page(410), null],
  ['a page that is an error here', page(200), page(404), 'status'],
  ['a page in both', page(200), page(200), null],
  ['a redirect without a destination', { status: 302, url: null }, to('https://example.com/'), 'status'],
  ['no response', { status: null, url: null }, to('https://example.com/'), 'unreachable'],
])('%s', (_name, old, ours, kind) => {
  expect(compareReplies(old, ours)).toBe(kind)
})
