import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { steadily } from './steadily.ts'

const visits = ['a', 'b', 'c'].map((path) => ({ path, headers: {} }))

it('makes each visit in turn', async () => {
  const paths: string[] = []
  const make = async ({ path }: { path: string }) => void paths.push(path)
  expect(await steadily(200, 0.025, visits, make)).toBe(5)
  expect(paths).toEqual(['a', 'b', 'c', 'a', 'b'])
})

it('throws the first error when all visits that began are done, and begins no other', async () => {
  let [begun, done] = [0, 0]
  let begunAtFailure: number | undefined
  const make = async () => {
    const turn = ++begun
    await sleep(turn === 1 ? 50 : 1)
    done++
    if (turn === 1) return
    begunAtFailure ??= begun
    throw new Error(`visit ${turn}`)
  }
  await expect(steadily(100, 600, visits, make)).rejects.toThrow('visit 2')
  expect([done, begunAtFailure]).toEqual([begun, begun])
})
