import { expect, it } from 'vitest'
import { findLanguage, findLanguageTag } from './find-language.ts'

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

it.each([
  ['pt-BR,en;q=0.8', 'pt-br'],
  ['en', 'en'],
  ['en;q=0.5, de-AT', 'de-at'],
  ['de;q=0.4, pt_BR;q=0.9', 'pt-br'],
  ['zh-Hant-TW,zh;q=0.9', 'zh-tw'],
  ['zh-Hant', 'zh'],
  ['es-419', 'es-419'],
  ['de;q=0', ''],
  ['*', ''],
  ['', ''],
])('the language of "%s" with its country is "%s"', (header, language) => {
  expect(findLanguageTag(header)).toBe(language)
})
