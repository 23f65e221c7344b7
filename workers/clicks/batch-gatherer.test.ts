import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ClickBatchJob } from '#schemas/queues.ts'
import { clickBatch, rawClick } from '../../test/factories/click-batch.ts'
import { BatchGatherer, mostTogether } from './batch-gatherer.ts'

const mostAtOnce = 2
/** Long enough for a group to begin. */
const aWhileMs = 100

let begun: { ids: string[]; finish: () => void; fail: () => void }[]
let gatherer: BatchGatherer

beforeEach(() => {
  vi.useFakeTimers()
  begun = []
  gatherer = new BatchGatherer((jobs) => {
    const outcome = new Promise<void>((finish, reject) => {
      begun.push({ ids: jobs.map(({ batch_id }) => batch_id), finish, fail: () => reject(new Error('failed')) })
    })
    return jobs.map(() => outcome)
  }, mostAtOnce)
})
afterEach(() => void vi.useRealTimers())

const batch = (rows = 1): ClickBatchJob => ({ ...clickBatch([rawClick()]), rows })
const add = (job: ClickBatchJob, isRetry = false) => gatherer.add(job, { isRetry })
const addMany = (count: number) => Array.from({ length: count }, () => add(batch()))
const sizes = () => begun.map(({ ids }) => ids.length)

describe('batches of clicks', () => {
  it('that arrive within a short time are stored together', async () => {
    const [first, second, later] = [batch(), batch(), batch()]
    void add(first)
    await vi.advanceTimersByTimeAsync(20)
    void add(second)
    expect(begun).toEqual([])
    await vi.advanceTimersByTimeAsync(aWhileMs)
    void add(later)
    await vi.advanceTimersByTimeAsync(aWhileMs)
    expect(begun.map(({ ids }) => ids)).toEqual([[first.batch_id, second.batch_id], [later.batch_id]])
  })

  it('do not wait once a group is complete', () => {
    void addMany(mostTogether + 1)
    expect(sizes()).toEqual([mostTogether])
  })

  it('that are large or retried are stored alone and at once', () => {
    void add(batch())
    void add(batch(5_000))
    void add(batch(), true)
    expect(sizes()).toEqual([1, 1])
  })

  it('wait while enough inserts are running, and then go together', async () => {
    for (let index = 0; index < mostAtOnce; index++) void add(batch(5_000))
    void addMany(3)
    await vi.advanceTimersByTimeAsync(aWhileMs)
    void addMany(2)
    expect(sizes()).toEqual([1, 1])
    begun[0]?.finish()
    await vi.advanceTimersByTimeAsync(0)
    expect(sizes()).toEqual([1, 1, 5])
  })

  it('fail together, and leave room for others', async () => {
    const outcomes = Promise.allSettled(addMany(3))
    await vi.advanceTimersByTimeAsync(aWhileMs)
    begun[0]?.fail()
    expect((await outcomes).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
    for (let index = 0; index < mostAtOnce; index++) void add(batch(5_000))
    expect(sizes()).toEqual([3, 1, 1])
  })
})
