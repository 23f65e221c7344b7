import { expect, it } from 'vitest'
import { storedVerdict } from './stored-verdict.ts'

it.each([
  [{ sent: 9, answered: 9, stored: 9 }, true, 'All stored: 9 visits sent, 9 answered, 9 stored.'],
  [{ sent: 9, answered: 9, stored: 8 }, false, 'NOT all stored: 9 visits sent, 9 answered, 8 stored.'],
  [{ sent: 9, answered: 9, stored: 10 }, false, 'Stored MORE THAN ONCE: 9 visits sent, 9 answered, 10 stored.'],
  [{ sent: 9, answered: 6, stored: 5 }, false, 'NOT all stored: 9 visits sent, 6 answered, 5 stored.'],
  [{ sent: 9, answered: 6, stored: 10 }, false, 'Stored MORE THAN ONCE: 9 visits sent, 6 answered, 10 stored.'],
])('judges %j: %s', (counts, isSound, text) => {
  expect(storedVerdict(counts)).toEqual({ isSound, text })
})

it.each([6, 9])('claims no more than is known when visits got no redirect and %i are stored', (stored) => {
  expect(storedVerdict({ sent: 9, answered: 6, stored })).toEqual({
    isSound: true,
    text: `No loss found: 9 visits sent, 6 answered, ${stored} stored. It is unknown which of the 3 visits without a redirect are stored.`,
  })
})
