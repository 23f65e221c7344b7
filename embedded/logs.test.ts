import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { keepLogSmall, logTail } from './logs.ts'

let folder: string
let path: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'waymark-logs-'))
  path = join(folder, 'x.log')
})
afterEach(() => rmSync(folder, { recursive: true }))

it('the tail is the last 15 lines, or empty without a log', () => {
  expect(logTail(path)).toBe('')
  const lines = Array.from({ length: 2000 }, (_, n) => `line ${n}`)
  writeFileSync(path, `${lines.join('\n')}\n`)
  expect(logTail(path)).toBe(lines.slice(-15).join('\n'))
})

it('a log over its limit is moved aside', () => {
  keepLogSmall(path)
  writeFileSync(path, 'x'.repeat(101))
  keepLogSmall(path, 101)
  expect(readFileSync(path, 'utf8')).toHaveLength(101)
  keepLogSmall(path, 100)
  expect(readFileSync(path, 'utf8')).toBe('')
  expect(readFileSync(`${path}.1`, 'utf8')).toHaveLength(101)
})
