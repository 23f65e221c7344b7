import { describe, expect, it } from 'vitest'
import { headerText, lineText } from './header-text.ts'

const bytesOf = (text: string) => Buffer.from(text).toString('latin1')

describe('headerText', () => {
  it.each([
    ['plain text', 'plain text'],
    ['a\tb\nc\rd\u0000e\u007ff', 'a b c d e f'],
    [bytesOf('Zürich 🎉'), 'Zürich 🎉'],
    [bytesOf('a\u0085b'), 'a b'],
    ['\xff', '\ufffd'],
    ['', ''],
  ])('reads %j as %j', (bytes, text) => {
    expect(headerText(bytes, 100)).toBe(text)
  })

  it.each([
    ['x', 'xxx'],
    [bytesOf('ü'), 'üüü'],
  ])('truncates %j to the limit', (bytes, text) => {
    expect(headerText(bytes.repeat(10), 3)).toBe(text)
  })
})

it('keeps our own text except for control characters and what exceeds the limit', () => {
  expect(lineText('é\t🎉', 10)).toBe('é 🎉')
  expect(lineText('é'.repeat(10), 3)).toBe('ééé')
})
