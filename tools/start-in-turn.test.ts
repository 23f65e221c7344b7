import { expect, it } from 'vitest'
import { startInTurn } from './start-in-turn.ts'

const endings = new Map<string, () => void>()
const running = () => [...endings.keys()]

/** Work that runs until the test ends it. */
const run = ({ name }: { name: string }) =>
  new Promise<string>((resolve) =>
    endings.set(name, () => {
      endings.delete(name)
      resolve(`${name} is done`)
    }),
  )

async function end(name: string): Promise<void> {
  endings.get(name)?.()
  await new Promise((resolve) => setImmediate(resolve))
}

const works = [
  { name: 'large', cores: 2 },
  { name: 'middle', cores: 1.5 },
  { name: 'small', cores: 0.5 },
  { name: 'huge', cores: 9 },
]

it('runs as much work at a time as fits, and starts smaller work earlier', async () => {
  const all = startInTurn(works, 2.5, run)
  expect(running()).toEqual(['large', 'small'])
  await end('small')
  expect(running()).toEqual(['large'])
  await end('large')
  expect(running()).toEqual(['middle'])
  await end('middle')
  expect(running(), 'work that never fits runs alone').toEqual(['huge'])
  await end('huge')
  expect(await all).toEqual(['large', 'middle', 'small', 'huge'].map((name) => `${name} is done`))
})

it('keeps work apart that must not meet, whichever is first in line', async () => {
  const [shy, loud, calm] = [
    { name: 'shy', cores: 1, apartFrom: ['loud'] },
    { name: 'loud', cores: 1 },
    { name: 'calm', cores: 1 },
  ]
  for (const [first, second] of [
    [shy, loud],
    [loud, shy],
  ] as const) {
    const all = startInTurn([first, second, calm], 9, run)
    expect(running()).toEqual([first.name, 'calm'])
    await end('calm')
    expect(running()).toEqual([first.name])
    await end(first.name)
    expect(running()).toEqual([second.name])
    await end(second.name)
    expect(await all).toHaveLength(3)
  }
})

it('fails with the first failure', async () => {
  await expect(startInTurn(works, 9, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
})
