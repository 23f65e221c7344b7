import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { ConfigError, readConfig } from './config.ts'
import { keysFile, MissingKeyError, SecretKeys } from './secret-keys.ts'

let DATA_DIR: string
beforeEach(() => {
  DATA_DIR = mkdtempSync(join(tmpdir(), 'waymark-keys-'))
})
afterEach(() => rmSync(DATA_DIR, { recursive: true, force: true }))

const keysOf = (given?: string[]) => new SecretKeys({ DATA_DIR, ENCRYPTION_KEY: given })
const [first, second] = ['a'.repeat(32), 'b'.repeat(32)]

it('creates one key that only its user can read, also if several processes start at the same time', () => {
  const processes = [keysOf(), keysOf(), keysOf()]
  expect(new Set(processes.map((keys) => keys.newest())).size).toBe(1)
  expect(statSync(keysFile(DATA_DIR)).mode & 0o777).toBe(0o600)
  expect(readFileSync(keysFile(DATA_DIR), 'utf8')).toMatch(/^[\w-]{43}\n$/)
})

it('opens what it sealed, and returns text from before encryption unchanged', () => {
  const keys = keysOf()
  const sealed = keys.seal(keys.newest(), 'signing secret', 'whsec_x')
  expect(sealed).toMatch(new RegExp(`^sealed:${keys.newest()}:`))
  expect(keysOf().open('signing secret', sealed)).toBe('whsec_x')
  expect(() => keys.open('signing key', sealed)).toThrow()
  expect(keys.open('signing secret', 'whsec_plain')).toBe('whsec_plain')
})

it('hashes under each key, the newest first', () => {
  const [before] = keysOf([first]).hashes('text')
  const after = keysOf([second, first]).hashes('text')
  expect(after).toHaveLength(2)
  expect(after[1]).toEqual(before)
  expect(after[0]).not.toEqual(before)
  expect(keysOf([first]).hashes('other')[0]).not.toEqual(before)
  expect(keysOf().hashes('text')).toEqual(keysOf().hashes('text'))
})

it('opens with a key that another process has added to the file, and with the one before it', () => {
  const running = keysOf()
  const before = running.seal(running.newest(), 'signing secret', 'old')
  const other = keysOf()
  other.add()
  expect(other.newest()).not.toBe(running.newest())
  expect(running.open('signing secret', other.seal(other.newest(), 'signing secret', 'new'))).toBe('new')
  expect(keysOf().open('signing secret', before)).toBe('old')
  expect(statSync(keysFile(DATA_DIR)).mode & 0o777).toBe(0o600)
})

it('keeps all keys in the file until others are removed, which stay known to this process', () => {
  const keys = keysOf()
  const ids = [keys.newest()]
  for (let added = 0; added < 2; added++) {
    keys.add()
    ids.unshift(keys.newest())
  }
  expect(ids.map((id) => keysOf().has(id))).toEqual([true, true, true])
  expect(keysOf().newest()).toBe(ids[0])
  keys.keep([ids[0] ?? '', ids[2] ?? ''])
  expect(ids.map((id) => keysOf().has(id))).toEqual([true, false, true])
  expect([keys.newest(), keys.has(ids[1] ?? '')]).toEqual([ids[0], true])
})

it('says what to do if the key is on another machine', () => {
  const sealed = keysOf([first]).seal(keysOf([first]).newest(), 'signing secret', 'x')
  expect(() => keysOf([second]).open('signing secret', sealed)).toThrow(MissingKeyError)
  expect(() => keysOf().open('signing secret', sealed)).toThrow(/restore DATA_DIR\/encryption-keys/)
  expect(() => keysOf([second]).open('signing secret', sealed)).toThrow(/Add it there behind the first key/)
  expect(keysOf([second, first]).open('signing secret', sealed)).toBe('x')
})

it('reads ENCRYPTION_KEY as a list, also from a file, and refuses short keys', () => {
  expect(readConfig({ ENCRYPTION_KEY: `${second}, ${first}` }).ENCRYPTION_KEY).toEqual([second, first])
  writeFileSync(join(DATA_DIR, 'key'), `${first}\n`)
  expect(readConfig({ ENCRYPTION_KEY_FILE: join(DATA_DIR, 'key') }).ENCRYPTION_KEY).toEqual([first])
  for (const wrong of ['short', `${first},short`, ',']) {
    expect(() => readConfig({ ENCRYPTION_KEY: wrong }), wrong).toThrow(ConfigError)
  }
})
