import { expect, it } from 'vitest'
import { Admission } from './admission.ts'

const open = () => new AbortController().signal

function gate() {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  return { release, released }
}

it('runs up to the limit at once and the others in order of arrival', async () => {
  const admission = new Admission(2, 10)
  const gates = [0, 1, 2, 3].map(gate)
  const started: number[] = []
  const all = gates.map(({ released }, n) =>
    admission.run(open(), async () => {
      started.push(n)
      await released
    }),
  )
  await new Promise(setImmediate)
  expect(started).toEqual([0, 1])
  gates[1]?.release()
  await all[1]
  await new Promise(setImmediate)
  expect(started).toEqual([0, 1, 2])
  for (const { release } of gates) release()
  await Promise.all(all)
  expect(started).toEqual([0, 1, 2, 3])
})

it('rejects with code 202 when the queue is full, and accepts again later', async () => {
  const admission = new Admission(1, 1)
  const { release, released } = gate()
  const first = admission.run(open(), () => released)
  const second = admission.run(open(), async () => 'second')
  await expect(admission.run(open(), async () => 'third')).rejects.toThrow('Code: 202.')
  release()
  await first
  expect(await second).toBe('second')
  expect(await admission.run(open(), async () => 'fourth')).toBe('fourth')
})

it('releases a canceled query from the queue, and the slot of a failed one', async () => {
  const admission = new Admission(1, 2)
  const { release, released } = gate()
  const first = admission.run(open(), () => released.then(() => Promise.reject(new Error('broken'))))
  const leaving = new AbortController()
  const second = admission.run(leaving.signal, async () => 'second')
  const third = admission.run(open(), async () => 'third')
  leaving.abort()
  await expect(second).rejects.toThrow('Code: 394.')
  release()
  await expect(first).rejects.toThrow('broken')
  expect(await third).toBe('third')
  await expect(admission.run(leaving.signal, async () => 'late')).rejects.toThrow('Code: 394.')
})
