import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, it, onTestFinished } from 'vitest'
import { mayMount, mountSmallDisk } from '../../test/stack/small-disk.ts'
import { recoverFolder } from './spool-folder.ts'
import { frameMostBytes, readFrames, writeFrame } from './spool-frame.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'waymark-spool-'))
  const path = folder
  onTestFinished(() => rmSync(path, { recursive: true }))
})

const frame = (text: string) => {
  const buffer = Buffer.alloc(frameMostBytes(text.length))
  return buffer.subarray(0, writeFrame(buffer, text, 1))
}
const whole = Buffer.concat([frame('first\n'), frame('second\n')])
/** After a power failure: the second of three frames is zeros. */
const holed = Buffer.concat([frame('first\n'), Buffer.alloc(20), frame('third\n')])
const read = (name: string) => readFileSync(join(folder, name))
const textsIn = (name: string) => readFrames(read(name)).payloads.map(String)

it('seals open segments up to their last whole record', async () => {
  writeFileSync(join(folder, 'one.open'), whole)
  writeFileSync(join(folder, 'two.open'), Buffer.concat([whole, whole.subarray(0, 15)]))
  expect(await recoverFolder(folder)).toEqual({ segments: 2, torn: 1, damaged: 0 })
  expect(readdirSync(folder).sort()).toEqual(['one.seg', 'two.seg'])
  for (const name of ['one.seg', 'two.seg']) expect(read(name).equals(whole)).toBe(true)
})

it('keeps a copy if records follow an unreadable one', async () => {
  writeFileSync(join(folder, 'one.open'), holed)
  expect(await recoverFolder(folder)).toEqual({ segments: 1, torn: 1, damaged: 1 })
  expect(readdirSync(folder).sort()).toEqual(['one.seg', 'one.seg.damaged'])
  expect(read('one.seg').equals(frame('first\n'))).toBe(true)
  expect(read('one.seg.damaged').equals(holed)).toBe(true)
})

it.skipIf(!mayMount)('on a full disk, leaves such a segment as it is', async () => {
  const disk = mountSmallDisk(folder, '64k')
  onTestFinished(() => disk.unmount())
  writeFileSync(join(folder, 'one.open'), holed)
  disk.fill()
  expect(await recoverFolder(folder)).toEqual({ segments: 1, torn: 1, damaged: 0 })
  expect(read('one.seg').equals(holed)).toBe(true)
  expect(textsIn('one.seg')).toEqual(['first\n'])
})
