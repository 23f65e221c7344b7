import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, it, onTestFinished } from 'vitest'
import { mayMount, mountSmallDisk } from '../test/stack/small-disk.ts'
import { keepLogSmall, logTail } from './logs.ts'

let folder: string
let path: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'waymark-logs-'))
  const made = folder
  onTestFinished(() => rmSync(made, { recursive: true }))
  path = join(folder, 'x.log')
})

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

it.skipIf(!mayMount)('a log over its limit makes room on a full disk', () => {
  const disk = mountSmallDisk(folder, '64k')
  onTestFinished(() => disk.unmount())
  writeFileSync(path, 'x'.repeat(10_000))
  disk.fill()
  keepLogSmall(path, 100)
  expect(readFileSync(path, 'utf8')).toBe('')
  expect(existsSync(`${path}.1`)).toBe(false)
})
