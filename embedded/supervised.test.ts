import {
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { unlessFull } from '#runtime/full-disk.ts'
import { mayMount, mountSmallDisk, type SmallDisk } from '../test/stack/small-disk.ts'
import type { ChildSpec } from './child.ts'
import { inside, prepareDataDir } from './folders.ts'
import { LaunchError, LoadingError } from './launch-error.ts'
import { logTail } from './logs.ts'
import { commandLine } from './processes.ts'
import { Supervised } from './supervised.ts'

let dataDir: string
let lines: string[]
let process_: Supervised
beforeEach(() => {
  dataDir = prepareDataDir(mkdtempSync(join(tmpdir(), 'waymark-supervised-')))
  const made = dataDir
  onTestFinished(() => rmSync(made, { recursive: true }))
  lines = []
})
afterEach(() => process_.stop())

const stays = 'setInterval(() => 0, 1000)'

function supervise(
  code: string,
  check = async () => {},
  onGiveUp: (error: LaunchError) => void = () => {},
  special: Partial<ChildSpec> = {},
  startMs = 10_000,
): Supervised {
  process_ = new Supervised({
    spec: {
      name: 'thing',
      kind: 'app',
      command: process.execPath,
      args: ['-e', code, dataDir],
      cwd: '/',
      env: {},
      marker: dataDir,
      stopSignal: 'SIGTERM',
      stopMs: 300,
      ...special,
    },
    dataDir,
    check,
    startMs,
    log: (line) => lines.push(line),
    onGiveUp,
    mostFailures: 2,
  })
  return process_
}

it('a process that exits is replaced by a new one', async () => {
  const thing = supervise(stays)
  await thing.start()
  const first = thing.pid
  thing.signal('SIGKILL')
  await vi.waitFor(() => expect(lines).toContain('thing is running again.'), 10_000)
  expect(thing.pid).not.toBe(first)
  expect(lines[0]).toBe('thing was terminated by SIGKILL; restarting it.')
})

it('a stopped process stays down until it is started', async () => {
  const thing = supervise(stays)
  await thing.start()
  await thing.stop('SIGKILL')
  await sleep(600)
  expect(thing.pid).toBeUndefined()
  expect(lines).toEqual([])
  await thing.start()
  expect(commandLine(thing.pid ?? 0)).toContain(dataDir)
})

it('a process that reads its data may take longer than any other start', async () => {
  let checks = 0
  const check = async () => {
    checks++
    if (checks < 20) throw new LoadingError('it is reading its data')
  }
  const thing = supervise(stays, check, undefined, {}, 500)
  await thing.start()
  expect(checks).toBe(20)
})

it('a process that reads its data can be stopped', async () => {
  const stop = new AbortController()
  const check = async () => {
    stop.abort()
    throw new LoadingError('it is reading its data')
  }
  const thing = supervise(stays, check)
  await expect(thing.start(stop.signal)).rejects.toThrow('thing was stopped while it was starting.')
  expect(thing.pid).toBeUndefined()
})

it('a process that is not ready in time fails the start', async () => {
  const check = () => Promise.reject(new Error('not yet'))
  const thing = supervise(stays, check, undefined, {}, 500)
  await expect(thing.start()).rejects.toThrow('thing was not ready within 0.5 s: not yet.')
  expect(thing.pid).toBeUndefined()
})

it('a process that ignores its stop signal is killed', async () => {
  const thing = supervise(`process.on('SIGTERM', () => 0); console.log('up'); ${stays}`)
  await thing.start()
  const { pid } = thing
  await vi.waitFor(() => expect(logTail(join(inside(dataDir).logs, 'thing.log'))).toBe('up'), 10_000)
  await thing.stop()
  expect(commandLine(pid ?? 0)).toBeUndefined()
})

it('a failed first start reports the last lines of the log', async () => {
  const check = () => Promise.reject(new Error('not yet'))
  const failure = await supervise(`console.log('bad luck'); process.exit(4)`, check)
    .start()
    .catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(LaunchError)
  expect(failure).toMatchObject({
    message: expect.stringMatching(/^thing exited with code 4/),
    details: 'bad luck',
  })
})

it('a missing program fails the start', async () => {
  const thing = supervise(stays)
  const absent = new Supervised({
    ...({
      dataDir,
      check: () => Promise.reject(new Error('no')),
      startMs: 10_000,
      log: () => {},
      onGiveUp: () => {},
    } as const),
    spec: {
      name: 'absent',
      kind: 'app',
      command: '/no/such',
      args: [],
      cwd: '/',
      env: {},
      marker: dataDir,
      stopSignal: 'SIGTERM',
      stopMs: 1,
    },
  })
  await expect(absent.start()).rejects.toThrow(/^absent could not be started: .*ENOENT/)
  await thing.stop()
})

it('a process that fails repeatedly is given up once', async () => {
  const givenUp: LaunchError[] = []
  let checks = 0
  // Succeeds at first, then always fails.
  const check = async () => {
    if (checks++ > 0) throw new Error('broken')
  }
  const thing = supervise(`setTimeout(() => process.exit(5), 200)`, check, (error) => givenUp.push(error))
  await thing.start()
  await vi.waitFor(() => expect(givenUp).toHaveLength(1), 12_000)
  expect(givenUp[0]?.message).toMatch(/^thing exited with code 5/)
  await sleep(700)
  expect(givenUp).toHaveLength(1)
  expect(thing.pid).toBeUndefined()
})

describe.skipIf(!mayMount)('on a full disk', () => {
  let disk: SmallDisk
  beforeEach(() => {
    disk = mountSmallDisk(dataDir, '1m')
    onTestFinished(() => disk.unmount())
    prepareDataDir(dataDir)
  })

  it('a process runs without its note, and is noted when there is room', async () => {
    vi.useFakeTimers({ toFake: ['setInterval'] })
    onTestFinished(() => void vi.useRealTimers())
    disk.fill()
    const thing = supervise(stays)
    await thing.start()
    const note = join(inside(dataDir).run, 'thing.json')
    expect(existsSync(note)).toBe(false)
    expect(commandLine(thing.pid ?? 0)).toContain(dataDir)
    rmSync(disk.filler)
    vi.advanceTimersByTime(30_000)
    expect(readFileSync(note, 'utf8')).toContain(`"pid":${thing.pid}`)
  })

  it('a process that fails repeatedly is given up only when there is room', async () => {
    const givenUp = await superviseFailing()
    disk.resize('100m')
    await vi.waitFor(() => expect(givenUp).toHaveLength(1), 20_000)
  })
})

describe.skipIf(!mayMount)('with its files on another disk', () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'waymark-supervised-files-'))
    const made = folder
    onTestFinished(() => rmSync(made, { recursive: true }))
  })

  it('a process that fails repeatedly is given up only when that disk has room', async () => {
    const disk = mountSmallDisk(folder, '1m')
    onTestFinished(() => disk.unmount())
    const givenUp = await superviseFailing({ folder })
    disk.resize('100m')
    await vi.waitFor(() => expect(givenUp).toHaveLength(1), 20_000)
  })

  it('a disk that takes no more files of its user is full, whatever its free space', async () => {
    const disk = mountSmallDisk(folder, '100m,nr_inodes=8')
    onTestFinished(() => disk.unmount())
    chownSync(folder, nobody.uid, nobody.gid)
    const used = useUp(folder)
    const givenUp = await superviseFailing({ folder, user: nobody, command: '/bin/sh', args: ['-c', failing] })
    for (const file of used) rmSync(file)
    await vi.waitFor(() => expect(givenUp).toHaveLength(1), 20_000)
    expect(readdirSync(folder)).toEqual([])
  })
})

const nobody = { uid: 65_534, gid: 65_534 }
const failing = 'echo up; sleep 0.1; exit 5'

/** Starts a process that works once and then fails more often than allowed, without being given up. */
async function superviseFailing(special: Partial<ChildSpec> = {}): Promise<LaunchError[]> {
  const givenUp: LaunchError[] = []
  let checks = 0
  const check = async () => {
    if (checks++ > 0) throw new Error('broken')
  }
  const code = `console.log('up'); setTimeout(() => process.exit(5), 100)`
  const thing = supervise(code, check, (error) => givenUp.push(error), special)
  await thing.start()
  const log = join(inside(dataDir).logs, 'thing.log')
  await vi.waitFor(() => expect(logTail(log)).toBe('up\nup\nup\nup\nup'), 20_000)
  expect(givenUp).toEqual([])
  const { folder = dataDir } = special
  expect(lines.filter((line) => line.startsWith(`The disk is full: no room in ${folder}.`))).toHaveLength(1)
  return givenUp
}

/** Creates files until the disk takes no more of them. Returns their paths. */
function useUp(folder: string): string[] {
  const files: string[] = []
  for (;;) {
    const file = join(folder, String(files.length))
    if (!unlessFull(() => writeFileSync(file, ''))) return files
    files.push(file)
  }
}

it.skipIf(process.platform !== 'linux')('a process whose note cannot be written does not stay', async () => {
  const thing = supervise(stays)
  mkdirSync(join(inside(dataDir).run, `thing.json.${process.pid}.new`))
  await expect(thing.start()).rejects.toThrow('EISDIR')
  await vi.waitFor(() => expect(processesOf(dataDir)).toEqual([]), 10_000)
})

/** Processes with this text in their command lines. */
const processesOf = (text: string) =>
  readdirSync('/proc').filter((name) => /^\d+$/.test(name) && commandLine(Number(name))?.includes(text))
