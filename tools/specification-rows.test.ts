import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { root } from './root.ts'
import { specification } from './specification-rows.ts'

const folder = `${root}/test/spec`
const texts = readdirSync(folder).map((name) => ({ name, text: readFileSync(`${folder}/${name}`, 'utf8') }))

/** A file may prove several sections: 2.2-4.3-campaigns.test.ts. */
const isOf = (name: string, beginning: string) =>
  name.startsWith(`${beginning}-`) || name.startsWith(`${beginning}.`) || name.includes(`-${beginning}-`)

/** At the beginning of a test's name, alone or in a list, or of a line in a table of tests. */
const names = (text: string, row: string) => {
  const escaped = row.replace(/[[\].]/g, '\\$&')
  return new RegExp(`(['"\`](?:[\\w.[\\]]+(?:, | and ))*|^ {2}(?=\\w+: \\{))${escaped}(?![\\w-])`, 'm').test(text)
}

describe.each(Object.entries(specification))('%s', (_, { files, rows }) => {
  it('has a test for each of its rows', () => {
    const proofs = texts.filter(({ name }) => files.some((beginning) => isOf(name, beginning)))
    expect(rows.filter((row) => !proofs.some(({ text }) => names(text, row)))).toEqual([])
  })
})

it('takes a row for proved only where a test names it first', () => {
  const text = "it('name, tags and end_date: change', () => {\n  expect(body.status).toBe('x')\n  FORBIDDEN: {"
  const rows = ['name', 'tags', 'end_date', 'FORBIDDEN', 'status', 'end', 'change']
  expect(rows.filter((row) => names(text, row))).toEqual(['name', 'tags', 'end_date', 'FORBIDDEN'])
})
