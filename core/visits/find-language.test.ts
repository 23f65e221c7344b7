import { expect, it } from 'vitest'
import { findLanguage } from './find-language.ts'

it.each([
  ['en-US,en;q=0.9,de;q=0.8', 'en'],
  ['DE', 'de'],
  ['pt_BR', 'pt'],
  [' fr ; q=0.5', 'fr'],
  ['fil-PH', 'fil'],
  ['de;q=0.1,fr;q=0.9', 'fr'],
  ['de;q=0.5, fr;q=0.5', 'de'],
  ['de ; q=0.3 , *;q=0.9, pt-BR', 'pt'],
  ['*, de;q=0.2', 'de'],
  ['de;q=0, en;q=0.1', 'en'],
  ['de;q=0', ''],
  ['de;q=0.9,fr;q', 'de'],
  ['de;q=1.0,fr;Q=.9', 'de'],
  ['*', ''],
  ['', ''],
  ['e', ''],
  ['averylongword', ''],
])('the language of "%s" is "%s"', (header, language) => {
  expect(findLanguage(header)).toBe(language)
})
