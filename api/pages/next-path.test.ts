import { expect, it } from 'vitest'
import { nextPath } from './next-path.ts'

const next = (wanted: unknown) => nextPath(wanted, 'https://way.example', '/account')

it.each(['/account', '/mcp/oauth/authorize?client_id=1&state=a%2Fb', '/docs#tag', '/a//b'])(
  'redirects to %s',
  (path) => {
    expect(next(path)).toBe(path)
  },
)

it.each([
  undefined,
  ['/a', '/b'],
  '',
  'account',
  '//evil.example',
  '///evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  '/.//evil.example',
  '/a/..//evil.example',
  '/%2e//evil.example',
  '//',
  'https://evil.example',
  'https:evil.example',
  'javascript:alert(1)',
  ' /account',
])('does not redirect to %j', (wanted) => {
  expect(next(wanted)).toBe('/account')
})

it('never returns a path that would split a header', () => {
  expect(next('/a\r\nset-cookie: x=1')).toMatch(/^\/a[!-~]*$/)
  expect(next('/é ü')).toMatch(/^[!-~]+$/)
})
