import { chmod, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { countParked, parkBatch } from './park-batch.ts'

it('hides parked batches from other users of the machine', async () => {
  const umask = process.umask(0o022)
  const folder = await mkdtemp(join(tmpdir(), 'waymark-dead-'))
  onTestFinished(async () => {
    process.umask(umask)
    await rm(folder, { recursive: true })
  })
  await chmod(folder, 0o755)
  await parkBatch(folder, { batch_id: 'one', rows: 1, tsv: '', reply_to: 'nobody' })
  expect(await countParked(folder)).toBe(1)
  const names = await readdir(folder)
  const paths = [folder, ...names.map((name) => join(folder, name))]
  const modes = await Promise.all(paths.map(async (path) => (await stat(path)).mode & 0o777))
  expect(modes).toEqual([0o700, 0o600])
})
