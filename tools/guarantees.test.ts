import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { parseMutant } from './mutant.ts'
import { root } from './root.ts'

const page = readFileSync(`${root}/docs/reliability.md`, 'utf8')
const guarantees = page.slice(page.indexOf('## Guarantees'), page.indexOf('## Method'))
const rows = guarantees
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| |'))
  .map((line) => line.split(' | ').map((cell) => cell.replace(/^\|\s*|\s*\|$/g, '')))

it('docs/reliability.md lists the guarantees G1 to G18, each with a sentence, a fault, a test and a mutant or "none"', () => {
  const numbers = rows.map(([number]) => number)
  expect(numbers.filter(Boolean)).toEqual(Array.from({ length: 18 }, (_, index) => `G${index + 1}`))
  expect(rows.filter((cells) => cells.length !== 5 || cells.slice(2).includes(''))).toEqual([])
})

it('every mutant is listed with the test that fails because of it', () => {
  const patches = readdirSync(`${root}/test/mutants`).map((file) => file.replace(/\.patch$/, ''))
  const missing = patches.filter((name) => {
    const { test } = parseMutant(name, readFileSync(`${root}/test/mutants/${name}.patch`, 'utf8'))
    return !guarantees.split('\n').some((line) => line.includes(`\`${name}\``) && line.includes(`\`${test}\``))
  })
  expect(missing).toEqual([])
})

it('only existing mutants are listed', () => {
  const named = rows.flatMap((cells) => [...(cells[4] ?? '').matchAll(/`([a-z-]+)`/g)].map(([, name]) => name))
  const patches = readdirSync(`${root}/test/mutants`)
  expect(named.filter((name) => !patches.includes(`${name}.patch`))).toEqual([])
})
