import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { mayMount, mountSmallDisk } from '../test/stack/small-disk.ts'
import { LaunchError } from './launch-error.ts'
import { takeLock } from './lock.ts'
import { processBirth } from './processes.ts'

describe('the lock of a data folder', () => {
  let folder: string
  let path: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'waymark-lock-'))
    path = join(folder, 'launcher.lock')
    const made = folder
    onTestFinished(() => rmSync(made, { recursive: true }))
  })

  it('is refused while its holder is alive, and free after its release', () => {
    const release = takeLock(path, folder)
    expect(() => takeLock(path, folder)).toThrow(LaunchError)
    release()
    takeLock(path, folder)()
    expect(readdirSync(folder)).toEqual([])
  })

  it.skipIf(!mayMount)('leaves no file on a full disk', () => {
    const disk = mountSmallDisk(folder, '64k')
    onTestFinished(() => disk.unmount())
    disk.fill()
    expect(() => takeLock(path, folder)).toThrow('ENOSPC')
    expect(readdirSync(folder)).toEqual(['filler'])
  })

  it('is taken over from a process that ended', async () => {
    const child = spawn(process.execPath, ['-e', '0'])
    const birth = processBirth(child.pid ?? 0)
    await new Promise((resolve) => child.once('exit', resolve))
    writeFileSync(path, JSON.stringify({ pid: child.pid, birth }))
    const release = takeLock(path, folder)
    expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject({ pid: process.pid })
    release()
  })

  it('is taken over if its process id belongs to a later process', () => {
    writeFileSync(path, JSON.stringify({ pid: process.pid, birth: 'an earlier boot:1' }))
    takeLock(path, folder)()
    expect(existsSync(path)).toBe(false)
  })

  it.each(['', '{"pid":', '{"pid":"1"}', 'null'])('is taken over if it is damaged: %s', (text) => {
    writeFileSync(path, text)
    takeLock(path, folder)()
    expect(readdirSync(folder)).toEqual([])
  })

  it('is not removed by a holder that lost it', () => {
    const release = takeLock(path, folder)
    writeFileSync(path, 'another holder')
    release()
    expect(readFileSync(path, 'utf8')).toBe('another holder')
  })
})
