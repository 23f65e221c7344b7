import { expect, it } from 'vitest'
import { allowsPath, readRobots } from './robots.ts'

const token = 'WaymarkBot'
const allowed = (text: string, ...paths: string[]) => paths.filter((path) => allowsPath(readRobots(text, token), path))

it('follows the group of the program, or otherwise that of all', () => {
  const text = 'User-agent: *\nDisallow: /\n\nUser-agent: other\nUser-agent: waymarkbot # we\nDisallow: /private\n'
  expect(allowed(text, '/', '/private', '/private/a', '/open')).toEqual(['/', '/open'])
  expect(allowed('user-agent:*\r\ndisallow: /', '/', '/a')).toEqual([])
  expect(allowed('User-agent: other\nDisallow: /', '/')).toEqual(['/'])
  expect(allowed('User-agent: *\nDisallow:', '/')).toEqual(['/'])
  expect(allowed('<html>not found</html>', '/')).toEqual(['/'])
})

it('lets the longest matching rule decide, and an equal one allow', () => {
  const text =
    'User-agent: *\nDisallow: /shop\nAllow: /shop/new\nDisallow: /*.pdf$\nDisallow: /same\nAllow: /same\nDisallow: /a*b*c'
  expect(allowed(text, '/shop/old', '/shop/new/1', '/x.pdf', '/x.pdf?a', '/same', '/a1b2c3', '/a1c')).toEqual([
    '/shop/new/1',
    '/x.pdf?a',
    '/same',
    '/a1c',
  ])
})

it('matches hostile patterns quickly', () => {
  const started = performance.now()
  const text = `User-agent: *\n${`Disallow: /${'*a'.repeat(450)}b\n`.repeat(500)}`
  expect(allowed(text, `/${'a'.repeat(8_000)}`)).toHaveLength(1)
  expect(performance.now() - started).toBeLessThan(2_000)
})
