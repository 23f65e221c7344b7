import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { fetchHeld } from './fetch-held.ts'
import { readAgain } from './read-again.ts'

/** Responds with the next number when it is told to. */
function heldQuery() {
  const responses: (() => void)[] = []
  const query = {
    queryKey: ['held'],
    retry: false,
    queryFn: ({ signal }: { signal: AbortSignal }) =>
      new Promise<number>((resolve, reject) => {
        const number = responses.push(() => resolve(number))
        signal.addEventListener('abort', () => reject(signal.reason as Error))
      }),
  }
  return { query, respond: () => responses.at(-1)?.() }
}

it.each([
  ['fetchHeld', fetchHeld],
  ['readAgain', readAgain],
])('%s gets the response after a component that waited for it too is gone', async (_, read) => {
  const queries = new QueryClient()
  const { query, respond } = heldQuery()
  queries.setQueryData(query.queryKey, 0, { updatedAt: 1 })
  const reading = read(queries, query)
  await new Promise((resolve) => setTimeout(resolve))
  const leave = new QueryObserver(queries, query).subscribe(() => undefined)
  leave()
  respond()
  expect(await reading).toBe(1)
  queries.clear()
})

it('fetchHeld leaves a request that is tried again as it is', async () => {
  const queries = new QueryClient()
  let tries = 0
  const query = {
    queryKey: ['tried again'],
    retry: 1,
    retryDelay: 20,
    queryFn: async () => {
      tries++
      if (tries === 1) throw new Error('the store is away')
      return tries
    },
  }
  const leave = new QueryObserver(queries, query).subscribe(() => undefined)
  await new Promise((resolve) => setTimeout(resolve))
  expect(await fetchHeld(queries, query)).toBe(2)
  leave()
  queries.clear()
})
