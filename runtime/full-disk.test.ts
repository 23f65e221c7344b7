import { closeSync, existsSync, openSync, writeSync } from 'node:fs'
import { expect, it, onTestFinished } from 'vitest'
import { isFull, unlessFull } from './full-disk.ts'

it('knows the errors of a full disk', () => {
  const coded = (code: string) => Object.assign(new Error(code), { code })
  expect(['ENOSPC', 'EDQUOT', 'EACCES'].map((code) => isFull(coded(code)))).toEqual([true, true, false])
  expect([isFull(new Error('full')), isFull('ENOSPC')]).toEqual([false, false])
})

it.skipIf(!existsSync('/dev/full'))('leaves out a write to a full disk, and nothing else', () => {
  const full = openSync('/dev/full', 'w')
  onTestFinished(() => closeSync(full))
  expect(unlessFull(() => writeSync(full, 'text'))).toBe(false)
  expect(unlessFull(() => undefined)).toBe(true)
  expect(() => unlessFull(() => openSync('/no/such/folder/file', 'w'))).toThrow('ENOENT')
})
