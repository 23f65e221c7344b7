import { describe, expect, it } from 'vitest'
import { whenQuorumIsFree } from './cluster-settings.ts'

const taken = () => Object.assign(new Error('Quorum for previous write has not been satisfied yet'), { code: '286' })

function failing(times: number, error: () => Error) {
  const calls = { made: 0 }
  const insert = async () => {
    calls.made += 1
    if (calls.made <= times) throw error()
  }
  return { calls, insert }
}

describe('an insert', () => {
  it('waits for another one that is not complete', async () => {
    const { calls, insert } = failing(2, taken)
    await whenQuorumIsFree(insert)
    expect(calls.made).toBe(3)
  })

  it('that fails for another reason is not repeated', async () => {
    const { calls, insert } = failing(1, () => Object.assign(new Error('too large'), { code: '307' }))
    await expect(whenQuorumIsFree(insert)).rejects.toThrow('too large')
    expect(calls.made).toBe(1)
  })

  it('waits no longer than its attempt', async () => {
    const { insert } = failing(Number.POSITIVE_INFINITY, taken)
    await expect(whenQuorumIsFree(insert, AbortSignal.timeout(200))).rejects.toMatchObject({ name: 'AbortError' })
  })
})
