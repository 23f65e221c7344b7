import { expect, it } from 'vitest'
import { startInTurn } from './start-in-turn.ts'

/** Work that ends when it is told to, and what runs. */
function handWork() {
  const running = new Map<string, () => void>()
  return {
    running: () => [...running.keys()],
    run: ({ name }: { name: string; cores: number }) =>
      new Promise<string>((resolve) =>
        running.set(name, () => {
          running.delete(name)
          resolve(`${name} is done`)
        }),
      ),
    async end(name: string) {
      running.get(name)?.()
      await new Promise(setImmediate)
    },
  }
}

const works = [
  { name: 'large', cores: 2 },
  { name: 'middle', cores: 1.5 },
  { name: 'small', cores: 0.5 },
  { name: 'huge', cores: 9 },
]

it('runs as much at a time as fits, and lets smaller work go ahead', async () => {
  const { run, running, end } = handWork()
  const all = startInTurn(works, 2.5, run)
  expect(running()).toEqual(['large', 'small'])
  await end('small')
  expect(running()).toEqual(['large'])
  await end('large')
  expect(running()).toEqual(['middle'])
  await end('middle')
  expect(running(), 'what never fits runs alone').toEqual(['huge'])
  await end('huge')
  expect(await all).toEqual(['large', 'middle', 'small', 'huge'].map((name) => `${name} is done`))
})

it('fails with the first that fails', async () => {
  await expect(startInTurn(works, 9, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
})
