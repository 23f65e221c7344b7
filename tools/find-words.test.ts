import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { findWords, type Kind } from './find-words.ts'
import { root } from './root.ts'
import { glossaryPatterns, wordPatterns } from './word-patterns.ts'

const samples: Record<string, string> = {
  'starts with Of': 'Of 4 or 16 bytes.',
  whoever: 'A limit for whoever guesses passwords.',
  'what as a noun': 'It shows what is left of it.',
  'leads elsewhere': 'The link leads nowhere.',
  led: 'Where visitors are led.',
  'told of': 'Your server is told of clicks.',
  'says nothing of': 'All that the page says of clicks.',
  'of its own': 'A process of its own.',
  'for good': 'This deletes the link for good.',
  'for ever': 'Static codes say it for ever.',
  'by itself': 'The next click shows up by itself.',
  'any more': 'Nobody finds the link any more.',
  'no longer after the verb': 'Compare no longer',
  'nobody … yet': 'Nobody has looked yet.',
  stands: 'The best links will stand here.',
  'says for contains': 'This is what it says.',
  'made for': 'A code is made for you.',
  'else for otherwise': 'The fallback URL, else a page.',
  'called like': 'Nothing is called like that.',
  'so many': 'After so many clicks.',
  beside: 'Counted beside these clicks.',
  'goes with': 'It does not go with a test.',
  'the interface': 'As the interface has it.',
  'address for URL': 'Enter an absolute address.',
  answers: 'Redis does not answer.',
  'is out': 'The program is out.',
  'in all': 'There are 69 in all.',
  'of ours': 'A short URL of ours.',
  'period before': 'More than in the period before.',
  'took not': 'The disk took them not.',
  'British spelling': 'The colour of the dots.',
}

const places: [where: string, kind: Kind, wrap: (sentence: string) => string][] = [
  ['a string', 'ts', (sentence) => `const planted = '${sentence}'`],
  ['a template', 'ts', (sentence) => `const planted = \`\${size}\${\`${sentence}\`}\``],
  ['joined strings', 'ts', (sentence) => `const planted = '${sentence.replaceAll(' ', " ' +\n  '")}'`],
  ['a JSX text', 'tsx', (sentence) => `const planted = <p>\n  ${sentence}\n  <br />\n</p>`],
  ['a JSX attribute', 'tsx', (sentence) => `const planted = <p title="${sentence}" />`],
  ['a line comment', 'ts', (sentence) => `const planted = 1\n// ${sentence.replaceAll(' ', '\n// ')}\n`],
  ['a block comment', 'ts', (sentence) => `/**\n * ${sentence.replaceAll(' ', '\n * ')}\n */\nconst planted = 1`],
  ['a table', 'text', (sentence) => `| Field | Meaning |\n|---|---|\n| a | ${sentence} |\n`],
]

describe.each(wordPatterns)('the pattern $name', ({ name }) => {
  it.each(places)('is found in %s', (_where, kind, wrap) => {
    const findings = findWords(wrap(samples[name] ?? ''), kind)
    expect(findings.map((finding) => finding.name)).toEqual([name])
  })
})

it('has a sample for each pattern', () => {
  expect(Object.keys(samples)).toEqual(wordPatterns.map(({ name }) => name))
})

it.each([
  'We refused it for a good reason, and for good measure.',
  'Say the word, and say so.',
  '20 pages in all languages.',
  'The link is no longer active, for no longer than a day.',
  'No clicks yet.',
  'Are there any more links?',
  'Return early or do something else.',
  'Of course it redirects to the destination.',
  'Its own process returns 410.',
  'The answer to this question is in the docs.',
  'The IP address of the visitor.',
  'The test stands for a guarantee.',
  'The service is out of memory.',
  'Go without a password.',
])('finds nothing in "%s"', (sentence) => {
  for (const [, kind, wrap] of places) expect(findWords(wrap(sentence), kind)).toEqual([])
})

it('does not read code, paths of imports, or sentences across placeholders', () => {
  const code = [
    `import { draw } from './colour-section.tsx'`,
    `import { of } from '#core/colour/of.ts'`,
    'address.of(its).own = beside + colour',
    'if (whoever) led(); else a()',
    'const text = `${shown} of ${its} own, is ${not} out`',
    'const pattern = /colour/',
  ]
  expect(findWords(code.join('\n'), 'ts')).toEqual([])
  expect(findWords('const planted = <p>{shown} of all {total}</p>', 'tsx')).toEqual([])
})

describe('the glossary', () => {
  const patterns = glossaryPatterns(readFileSync(`${root}/docs/glossary.md`, 'utf8'))

  it.each(patterns)('rules out "$name", also in the plural', ({ name }) => {
    for (const sentence of [`A ${name}.`, `All ${name.toUpperCase()}S.`]) {
      expect(findWords(sentence, 'text', patterns).map((finding) => finding.name)).toContain(name)
    }
  })

  it('gives the word to use, and rules out whole words only', () => {
    const table =
      '| Word | Wire name | Do not use |\n|---|---|---|\n| link | `a` | URL thing, thingy |\n| tag | none | none |\n'
    const [finding] = findWords('A curl thing, or\na url thing.', 'text', glossaryPatterns(table))
    expect(finding).toEqual({
      line: 2,
      name: 'URL thing',
      found: 'url thing',
      advice: 'the word in the glossary: link',
    })
    expect(findWords('Do not use none: a URL thing-to-be, curl things.', 'text', glossaryPatterns(table))).toEqual([])
  })
})

it('reports the line and the phrase', () => {
  const findings = findWords(`const planted = 1\n\n// One, two,\n// so\n// many\nconst b = 'one of ours'`, 'ts')
  expect(findings.map(({ line, found }) => [line, found])).toEqual([
    [4, 'so many'],
    [6, 'of ours'],
  ])
})

it('counts placeholders as numbers', () => {
  expect(findWords(['const planted = `$', '{total} in all`'].join(''), 'ts')).toHaveLength(1)
})

it('refuses code that it cannot parse', () => {
  expect(() => findWords('const = 1', 'ts')).toThrow(/./)
})
