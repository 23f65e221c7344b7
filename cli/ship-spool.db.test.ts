import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, mkdtemp, readdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import { writeBatch } from '#core/clicks/batch-text.ts'
import { claimFolder } from '#model/spool/claim-folder.ts'
import { frameMostBytes, writeFrame } from '#model/spool/spool-frame.ts'
import { ch, uuid } from '#runtime/ch-tag.ts'
import { builtProgram } from '#runtime/project.ts'
import { startWorker } from '#runtime/queues.ts'
import { connectRedisForQueues } from '#runtime/redis.ts'
import { uuidv7 } from '#runtime/uuid.ts'
import { newBatchId, rawClick } from '../test/factories/click-batch.ts'
import { eventually } from '../test/stack/eventually.ts'
import { openPipeline } from '../workers/clicks/pipeline.fixture.ts'
import { processBatch } from '../workers/clicks/process-batch.ts'
import { stores, useCommandLine, waymark } from './command-line.fixture.ts'

useCommandLine()

let folder: string
let link_id: string
beforeEach(async () => {
  await stores.redis.flushdb()
  const disk = await mkdtemp(join(stores.config.DATA_DIR, 'disk-'))
  folder = join(disk, 'spool', '0')
  link_id = uuidv7()
  await mkdir(folder, { recursive: true })
  // The redirector was killed with its machine.
  await symlink('boot id gone-1', join(folder, 'owner-host'))
})

/** Each frame has one click. */
async function addSegment(frames: number, { ending = '.seg', tail = '' } = {}): Promise<string> {
  const bytes = Array.from({ length: frames }, () => {
    const lines = writeBatch([rawClick({ link_id })])
    const buffer = Buffer.alloc(frameMostBytes(lines.length))
    return buffer.subarray(0, writeFrame(buffer, lines, 1))
  })
  const path = join(folder, newBatchId() + ending)
  await writeFile(path, Buffer.concat([...bytes, Buffer.from(tail)]))
  return path
}

/** The workers' part: stores batches in ClickHouse and acknowledges them. */
function startClicks(): void {
  const connection = connectRedisForQueues(stores.urls.redis_url, { name: 'test' })
  const pipeline = openPipeline(stores)
  const worker = startWorker('clicks', connection, { concurrency: 4, log: stores.log }, (job) =>
    processBatch(pipeline, job),
  )
  onTestFinished(async () => {
    await worker.close()
    connection.disconnect()
  })
}

const count = z.object({ rows: z.number(), clicks: z.number() })
const stored = async () =>
  (
    await stores.ch.query(
      ch`
        select toUInt32(count()) as rows, toUInt32(uniqExact(click_id)) as clicks
        from clicks
        where link_id = ${uuid(link_id)}`,
      count,
    )
  )[0]
const segments = async () => (await readdir(folder)).filter((name) => /\.(open|seg)$/.test(name))
const ship = (...more: string[]) => waymark(['spool', 'ship', folder, ...more])

describe('waymark spool ship', () => {
  it('stores the clicks on the disk of a dead machine once, also if it runs again or on a copy', async () => {
    for (const frames of [1, 3]) await addSegment(frames)
    await addSegment(2, { ending: '.open', tail: 'half a record' })
    const copy = join(folder, '..', 'copy')
    await cp(folder, copy, { recursive: true, verbatimSymlinks: true })
    startClicks()
    const refused = await ship()
    expect(refused).toMatchObject({ status: 1, stdout: '' })
    expect(refused.stderr).toContain('belongs to a redirector on gone-1. If that machine will never use the folder')
    expect(await segments()).toHaveLength(3)
    expect(await ship('--owner-is-gone')).toMatchObject({ status: 0, stdout: 'Segments shipped: 3\n' })
    expect([await segments(), await stored()]).toEqual([[], { rows: 6, clicks: 6 }])
    expect(await ship()).toMatchObject({ status: 0, stdout: 'Segments shipped: 0\n' })
    const again = await waymark(['spool', 'ship', copy, '--owner-is-gone'])
    expect(again).toMatchObject({ status: 0, stdout: 'Segments shipped: 3\n' })
    expect(await stored()).toEqual({ rows: 6, clicks: 6 })
  })

  it('continues after it was killed, and stores no click twice', async () => {
    for (const frames of [1, 2]) await addSegment(frames)
    const { database_url, redis_url, clickhouse_url } = stores.urls
    const urls = { DATABASE_URL: database_url, REDIS_URL: redis_url, CLICKHOUSE_URL: clickhouse_url }
    const env = { PATH: process.env['PATH'], DATA_DIR: stores.config.DATA_DIR, ...urls }
    const args = [builtProgram('cli/main.ts'), 'spool', 'ship', folder, '--owner-is-gone']
    const first = spawn(process.execPath, args, { env, stdio: ['ignore', 'inherit', 'inherit'] })
    onTestFinished(() => void first.kill('SIGKILL'))
    await eventually(async () => expect(await stores.redis.keys('{clicks}:clicks:0*')).toHaveLength(2))
    const ended = once(first, 'exit')
    first.kill('SIGKILL')
    await ended
    expect(await segments()).toHaveLength(2)
    startClicks()
    expect(await ship()).toMatchObject({ status: 0, stdout: 'Segments shipped: 2\n' })
    expect([await segments(), await stored()]).toEqual([[], { rows: 3, clicks: 3 }])
  })

  it('refuses a folder whose redirector runs, whatever it is told', async () => {
    await addSegment(1)
    const claim = await claimFolder(folder, { ownerIsGone: true })
    onTestFinished(async () => claim?.release())
    for (const more of [[], ['--owner-is-gone']]) {
      const { status, stderr } = await ship(...more)
      expect([status, stderr]).toEqual([1, `waymark: A redirector is using ${folder}. It ships its clicks itself.\n`])
    }
    expect(await segments()).toHaveLength(1)
  })

  it('stores the readable clicks of damaged segments, and keeps copies', async () => {
    const path = await addSegment(2, { tail: 'no record' })
    const unreadable = await addSegment(0, { tail: 'no record at all' })
    // A power failure left zeros in the second of three records.
    const open = await addSegment(3, { ending: '.open' })
    const holed = await readFile(open)
    holed.fill(0, holed.length / 3, holed.length / 2)
    await writeFile(open, holed)
    const bytes = await readFile(path)
    startClicks()
    const { status, stdout } = await ship('--owner-is-gone')
    expect([status, stdout]).toEqual([
      0,
      'Segments shipped: 3\nDamaged segments: 3. Their readable clicks were shipped; copies are in the folder.\n',
    ])
    expect(await stored()).toEqual({ rows: 3, clicks: 3 })
    expect((await readFile(`${path}.damaged`)).equals(bytes)).toBe(true)
    expect((await readFile(open.replace(/open$/, 'seg.damaged'))).equals(holed)).toBe(true)
    expect(await readdir(folder)).toContain(`${unreadable.split('/').at(-1)}.unreadable`)
  })

  it('rejects what is not a folder', async () => {
    const { status, stderr } = await waymark(['spool', 'ship', join(folder, 'none')])
    expect([status, stderr]).toEqual([1, `waymark: ${join(folder, 'none')} is not a folder.\n`])
  })
})
