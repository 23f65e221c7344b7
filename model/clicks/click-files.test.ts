import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ClickFiles } from './click-files.ts'

let folder: string
let files: ClickFiles
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'waymark-files-'))
  files = new ClickFiles(folder)
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const save = (text: string, account = 'one') => files.save(account, (use) => use(Readable.from([Buffer.from(text)])))
const busy = expect.objectContaining({ code: 'SERVICE_UNAVAILABLE' })
const closed = (saved: Readable) => new Promise((resolve) => saved.once('close', resolve))

it('returns the bytes, and leaves no file', async () => {
  const saved = await save('bytes')
  expect(await readdir(join(folder, 'downloads'))).toEqual([])
  expect((await buffer(saved)).toString()).toBe('bytes')
})

it('keeps two files of an account at once, until they are read or abandoned', async () => {
  const [first, second] = [await save('1'), await save('2')]
  await expect(save('3')).rejects.toEqual(busy)
  expect((await buffer(await save('4', 'other'))).toString()).toBe('4')
  const ends = [closed(first), closed(second)]
  await buffer(first)
  second.destroy()
  await Promise.all(ends)
  await save('5')
  await save('6')
  await expect(save('7')).rejects.toEqual(busy)
})

it('keeps eight files of all accounts', async () => {
  for (const account of ['a', 'b', 'c', 'd']) for (const text of ['1', '2']) await save(text, account)
  await expect(save('x', 'other')).rejects.toEqual(busy)
})

it('ends the slowest download for another account if it is too slow', async () => {
  let now = 0
  files = new ClickFiles(folder, () => now)
  const large = 'x'.repeat(4_000_000)
  const [fast, ...others] = await fill(large)
  if (fast !== undefined) await buffer(fast)
  const [slow, still] = others
  const first = slow?.[Symbol.asyncIterator]()
  await first?.next()
  expect(others).toHaveLength(7)
  now = 9_000
  // The fast one has ended, so there is one place; a second one is refused, because nobody has had ten seconds.
  await save(large, 'e')
  await expect(save('x', 'other')).rejects.toEqual(busy)
  now = 11_000
  const ended = new Promise((resolve) => still?.once('error', resolve))
  expect((await buffer(await save('x', 'other'))).toString()).toBe('x')
  expect(String(await ended)).toContain('too slow')
  expect(slow?.destroyed, 'it has taken more than the other').toBe(false)
})

it('ends a download without a listener, and the process goes on', async () => {
  let now = 0
  files = new ClickFiles(folder, () => now)
  const downloads = await fill('x')
  now = 11_000
  await save('x', 'other')
  const [ended] = downloads.filter(({ destroyed }) => destroyed)
  await vi.waitUntil(() => ended?.closed === true, { timeout: 30_000 })
  expect(String(ended?.errored)).toContain('too slow')
})

it('never ends a download that is fast enough, or a file that is being written', async () => {
  let now = 0
  files = new ClickFiles(folder, () => now)
  const writing = Array.from({ length: 2 }, () => files.save('w', () => new Promise(() => undefined)))
  const downloads = await fill('x'.repeat(1_000_000), ['a', 'b', 'c'])
  for (const each of downloads) {
    each.once('error', () => undefined)
    const chunks = each[Symbol.asyncIterator]()
    for (let taken = 0; taken < 700_000; ) taken += ((await chunks.next()).value as Buffer).length
  }
  now = 10_500
  expect(writing).toHaveLength(2)
  await expect(save('x', 'other')).rejects.toEqual(busy)
  now = 20_000
  await expect(save('x', 'other')).resolves.toBeDefined()
})

/** Two files of each account. */
async function fill(text: string, accounts = ['a', 'b', 'c', 'd']): Promise<Readable[]> {
  const saved: Readable[] = []
  for (const account of accounts) saved.push(await save(text, account), await save(text, account))
  return saved
}

it('an error while it is written leaves no file open', async () => {
  const failing = () => files.save('one', (use) => use(Readable.from(fail())))
  for (let time = 0; time < 3; time += 1) await expect(failing()).rejects.toThrow('broken')
  expect((await buffer(await save('x'))).toString()).toBe('x')
})

async function* fail() {
  yield Buffer.from('begun')
  throw new Error('broken')
}
