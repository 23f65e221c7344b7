import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, it } from 'vitest'
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

it('an error while it is written leaves no file open', async () => {
  const failing = () => files.save('one', (use) => use(Readable.from(fail())))
  for (let time = 0; time < 3; time += 1) await expect(failing()).rejects.toThrow('broken')
  expect((await buffer(await save('x'))).toString()).toBe('x')
})

async function* fail() {
  yield Buffer.from('begun')
  throw new Error('broken')
}
