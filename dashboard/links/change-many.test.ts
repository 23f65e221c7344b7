import { expect, it } from 'vitest'
import type { ShortUrl } from '#schemas/links.ts'
import { changeMany } from './change-many.ts'

const links = Array.from({ length: 600 }, (_, id) => ({ id: String(id) }) as ShortUrl)

it('changes all links in batches and reports progress', async () => {
  const [calls, told]: [number[], number[]] = [[], []]
  const change = async (ids: readonly string[]) => {
    calls.push(ids.length)
    return { failed: [] }
  }
  expect(await changeMany(links, change, (done) => told.push(done))).toEqual({ changed: 600, refused: [] })
  expect([calls, told]).toEqual([
    [250, 250, 100],
    [250, 500, 600],
  ])
})

it('lists the links that were rejected', async () => {
  const change = async (ids: readonly string[]) => ({
    failed: ids.includes('251') ? [{ index: 1, code: 'NOT_FOUND' as const, message: 'gone' }] : [],
  })
  expect(await changeMany(links, change, () => undefined)).toEqual({
    changed: 599,
    refused: [{ link: links[251], message: 'gone' }],
  })
})

it('stops when a call fails, and reports what was changed before', async () => {
  let calls = 0
  const change = async (ids: readonly string[]) => {
    calls++
    if (ids.includes('300')) throw new Error('away')
    return { failed: [] }
  }
  const { changed, refused } = await changeMany(links, change, () => undefined)
  expect([changed, refused.length, refused[0]?.link.id, calls]).toEqual([250, 350, '250', 2])
})
