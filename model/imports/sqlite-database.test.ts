import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sqlite from 'node-sqlite3-wasm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { SqliteDatabase, type SqliteRowNumber } from './sqlite-database.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'waymark-'))
})
afterAll(() => rm(folder, { recursive: true }))

function create(name: string, ...statements: string[]): string {
  const path = join(folder, name)
  const database = new sqlite.Database(path)
  database.exec(statements.join(';'))
  database.close()
  return path
}

function readAll(path: string): { rows: (string | null)[][]; largest: number } {
  const database = new SqliteDatabase(path)
  const rows: (string | null)[][] = []
  let largest = 0
  for (let from: SqliteRowNumber | null = null, isFirst = true; isFirst || from !== null; isFirst = false) {
    const page = database.readRows('links', ['a'], from)
    rows.push(...page.rows)
    largest = Math.max(largest, page.rows.flat().join('').length)
    from = page.next
  }
  return { rows, largest }
}

it('reads rows with long texts in portions, each once', () => {
  const path = create(
    'long',
    'create table links (a text)',
    `with recursive n(i) as (select 1 union all select i + 1 from n where i < 1500)
    insert into links select printf('%060000d', i) from n`,
  )
  const { rows, largest } = readAll(path)
  expect(rows.map(([text]) => Number(text))).toEqual(Array.from({ length: 1_500 }, (_, index) => index + 1))
  expect(largest).toBeLessThan(5_000_000)
})

it('refuses a file whose rows are not in order, which could be without end', async () => {
  const path = create('order', 'create table links (a text)', "insert into links values ('one'), ('two'), ('three')")
  expect(readAll(path).rows).toEqual([['one'], ['two'], ['three']])
  const bytes = await readFile(path)
  // A row is its length, its number, the length of its header, the type of its text, and the text.
  const at = bytes.indexOf('two') - 3
  expect(bytes[at]).toBe(2)
  bytes[at] = 9
  await writeFile(path, bytes)
  expect(() => readAll(path)).toThrow('not in order')
})
