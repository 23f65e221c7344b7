import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, it, onTestFinished } from 'vitest'
import { eventually } from '../test/stack/eventually.ts'
import { mayMount, mountSmallDisk } from '../test/stack/small-disk.ts'
import { LogOutput } from './log-output.ts'

/** Starts a process that has a log and runs this code. */
function start(code: string, { stdout = 'pipe', pretty = false }: { stdout?: 'pipe' | number; pretty?: boolean } = {}) {
  const script = `
    import { createLog } from './runtime/log.ts'
    const log = createLog('test', { LOG_LEVEL: 'info', LOG_PRETTY: ${pretty} })
    ${code}`
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script], {
    stdio: ['pipe', stdout, 'pipe'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  return child
}

const hasFull = existsSync('/dev/full')
it.skipIf(!hasFull).each([false, true])(
  'a full disk neither stops a process nor its exit (pretty: %s)',
  async (pretty) => {
    const full = openSync('/dev/full', 'w')
    onTestFinished(() => closeSync(full))
    const child = start(
      `let ticks = 0
    setInterval(() => {
      log.error('tick')
      process.stderr.write('alive ')
      if (++ticks === 5) process.exit(3)
    }, 20)`,
      { stdout: full, pretty },
    )
    let heard = ''
    child.stderr?.on('data', (chunk: Buffer) => {
      heard += chunk.toString()
    })
    await once(child, 'close')
    expect([child.exitCode, heard]).toEqual([3, 'alive '.repeat(5)])
  },
)

/** More than the buffers of a pipe and of the log hold. */
const manyLines = `for (let n = 0; n < 5_000; n++) log.info({ n, text: 'x'.repeat(1_000) }, 'line')`

it('a reader that does not read does not delay the exit', async () => {
  const child = start(`${manyLines}; process.exit(3)`)
  expect(await once(child, 'exit')).toEqual([3, null])
})

it('a slow reader gets whole lines in order, and the number of those that are missing', async () => {
  const child = start(`${manyLines}
    process.stderr.write('written')
    process.stdin.on('end', () => log.info({ n: 5_000 }, 'line')).resume()`)
  const { stdin, stdout, stderr } = child
  if (stdin === null || stdout === null || stderr === null) throw new Error('no pipes')
  await once(stderr, 'data')
  const numbers: number[] = []
  let missing = 0
  for await (const line of createInterface(stdout)) {
    const { n, lines } = JSON.parse(line) as { n?: number; lines?: number }
    if (n !== undefined) numbers.push(n)
    if (lines === undefined) continue
    missing += lines
    stdin.end()
  }
  expect(missing).toBeGreaterThan(1_000)
  expect(numbers).toHaveLength(5_001 - missing)
  expect(numbers).toEqual([...Array(numbers.length - 1).keys(), 5_000])
})

it.skipIf(!mayMount)('continues when a full disk has room again', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'waymark-log-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const disk = mountSmallDisk(folder, '64k')
  onTestFinished(() => disk.unmount())
  const path = join(folder, 'log')
  const fd = openSync(path, 'a')
  onTestFinished(() => closeSync(fd))
  const onDropped = (lines: number) => output.write(`${lines} dropped\n`)
  const output = new LogOutput({ fd, onDropped, waitingMost: 20 })
  disk.fill()
  for (let n = 1; n <= 5; n++) output.write(`line ${n}..\n`)
  rmSync(disk.filler)
  await eventually(() => expect(readFileSync(path, 'utf8')).toBe('line 1..\nline 2..\nline 3..\n2 dropped\n'))
})
