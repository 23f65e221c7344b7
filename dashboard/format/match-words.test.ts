import { expect, it } from 'vitest'
import { matchesWords } from './match-words.ts'

it('matches the beginnings of words, in any order and case', () => {
  expect(matchesWords('Go to API keys', 'key')).toBe(true)
  expect(matchesWords('Go to API keys', 'KEYS api')).toBe(true)
  expect(matchesWords('Go to API keys', 'eys')).toBe(false)
  expect(matchesWords('A/B tests', 'b te')).toBe(true)
})

it('requires every word, and matches everything without words', () => {
  expect(matchesWords('Go to Links', 'links keys')).toBe(false)
  expect(matchesWords('Go to Links', ' ')).toBe(true)
})
