import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { DiskFull, keepReserve, leavesReserve } from './free-space.ts'

it.each([
  [100, 300, true],
  [101, 300, false],
  [400, 0, true],
  [401, 0, false],
])('with 400 free bytes, %i more that have to leave %i are allowed: %s', (bytes, reserve, isAllowed) => {
  expect(leavesReserve({ bavail: 4, bsize: 100 }, bytes, reserve)).toBe(isAllowed)
})

it('asks the disk of the folder', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'waymark-'))
  await keepReserve(folder, 1, 0)
  await expect(keepReserve(folder, 1, Number.MAX_SAFE_INTEGER)).rejects.toThrow(DiskFull)
  await rm(folder, { recursive: true })
})
