import { expect, it } from 'vitest'
import { growthOfTime } from '../../test/stack/growth-of-time.ts'
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

it('gives a rule to all programs that are named before it, and joins the groups of one', () => {
  const text = 'User-agent: waymarkbot\nUser-agent: *\nDisallow: /a\nUser-agent: other\nDisallow: /b\n'
  expect(allowed(`${text}User-agent: WaymarkBot\nDisallow: /c`, '/a', '/b', '/c')).toEqual(['/b'])
  expect(allowed(`${text}User-agent: *\nDisallow: /c`, '/a', '/b', '/c')).toEqual(['/b', '/c'])
})

it('obeys the beginning of a rule with more than 250 characters if it forbids, and ignores it if it allows', () => {
  const [long, beginning] = [`/${'a'.repeat(250)}`, `/${'a'.repeat(249)}`]
  const short = `/${'a'.repeat(248)}`
  expect(allowed(`User-agent: *\nDisallow: ${long}`, long, beginning, short)).toEqual([short])
  expect(allowed(`User-agent: *\nDisallow: ${short}\nAllow: ${long}`, long)).toEqual([])
})

it.each([
  ['parts', `/${'*a'.repeat(120)}b`],
  ['a part that almost matches everywhere', `/*${'a'.repeat(120)}b${'a'.repeat(120)}`],
])('matches hostile patterns quickly: %s', (_name, pattern) => {
  const started = performance.now()
  expect(allowed(`User-agent: *\n${`Disallow: ${pattern}\n`.repeat(500)}`, `/${'a'.repeat(16_000)}`)).toHaveLength(1)
  expect(performance.now() - started).toBeLessThan(2_000)
})

it('reads many programs and rules in no more time than their length takes', () => {
  const file = (length: number) =>
    Array.from({ length }, (_, place) => `User-agent: bot-${place}\n`).join('') + 'Disallow: /a\n'.repeat(length)
  expect(growthOfTime((length) => readRobots(file(length), token), 2_000)).toBeLessThan(4)
})
