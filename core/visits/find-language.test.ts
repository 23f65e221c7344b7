import { expect, it } from 'vitest'
import { findLanguage } from './find-language.ts'

it.each([
  ['en-US,en;q=0.9,de;q=0.8', 'en'],
  ['DE', 'de'],
  ['pt_BR', 'pt'],
  [' fr ; q=0.5', 'fr'],
  ['fil-PH', 'fil'],
  ['*', ''],
  ['', ''],
  ['e', ''],
  ['averylongword', ''],
])('the language of "%s" is "%s"', (header, language) => {
  expect(findLanguage(header)).toBe(language)
})
