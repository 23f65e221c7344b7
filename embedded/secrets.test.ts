import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { readConfig } from '#runtime/config.ts'
import { insteadOfFiles } from './environment.ts'
import { LaunchError } from './launch-error.ts'
import { readSecrets } from './secrets.ts'

let folder: string
let path: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'waymark-secrets-'))
  path = join(folder, 'secrets.json')
})
afterEach(() => rmSync(folder, { recursive: true }))

it('secrets are created once, differ from each other, and are readable only by their owner', () => {
  const made = readSecrets(path)
  expect(readSecrets(path)).toEqual(made)
  expect(new Set(Object.values(made)).size).toBe(3)
  expect(statSync(path).mode & 0o777).toBe(0o600)
  expect(readdirSync(folder)).toEqual(['secrets.json'])
})

it.each(['', '{"postgres":"', '{"postgres":"abc","redis":"abc","clickhouse":"abc"}'])(
  'damaged secrets are rejected and never replaced: %s',
  (text) => {
    writeFileSync(path, text)
    expect(() => readSecrets(path)).toThrow(LaunchError)
    expect(readFileSync(path, 'utf8')).toBe(text)
  },
)

it('a process that inherits a setting as a file gets it as a value only', () => {
  writeFileSync(path, 'redis://one')
  const inherited = { REDIS_URL_FILE: path, LOG_LEVEL: 'warn' }
  const { REDIS_URL = '' } = readConfig(inherited)
  expect(REDIS_URL).toBe('redis://one')
  expect(readConfig({ ...inherited, ...insteadOfFiles({ REDIS_URL }) })).toEqual(
    readConfig({ LOG_LEVEL: 'warn', REDIS_URL }),
  )
})
