import { expect, it } from 'vitest'
import { uuidv7 } from '#runtime/uuid.ts'
import { chooseShard } from './shards.ts'

const shards = [
  { shard: 1, weight: 1, copies: 2 },
  { shard: 2, weight: 0, copies: 2 },
  { shard: 3, weight: 3, copies: 2 },
]

it('chooses a shard by the token, in proportion to the weights', () => {
  const tokens = Array.from({ length: 4_000 }, () => uuidv7())
  const chosen = tokens.map((token) => chooseShard(shards, token))
  const share = (shard: number) => chosen.filter((each) => each === shard).length / tokens.length
  expect([share(1), share(2), share(3)]).toEqual([expect.closeTo(0.25, 1), 0, expect.closeTo(0.75, 1)])
  expect(tokens.map((token) => chooseShard(shards, token))).toEqual(chosen)
})

it('refuses shards without a weight', () => {
  expect(() => chooseShard([{ shard: 1, weight: 0, copies: 2 }], 'any')).toThrow('no shard')
})
