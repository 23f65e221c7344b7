import { QueryClient } from '@tanstack/react-query'
import { afterAll, expect, it, vi } from 'vitest'

vi.stubGlobal('document', { baseURI: 'https://app.example/app/', querySelector: () => ({ content: 'go.example' }) })
afterAll(() => vi.unstubAllGlobals())

const domains = Array.from({ length: 150 }, (_, index) => ({ domain: `brand-${index}.example` }))
vi.stubGlobal('fetch', async (url: string) => {
  const { searchParams } = new URL(url, 'https://app.example')
  const [limit, page] = [Number(searchParams.get('limit')), Number(searchParams.get('page') ?? 1)]
  const data = domains.slice((page - 1) * limit, page * limit)
  return Response.json({ data, pagination: { has_more: page * limit < domains.length } })
})

it('finds a domain however many are newer, and lists only a few', async () => {
  const { pickQuery } = await import('./pick.ts')
  const find = async (q: string) => (await new QueryClient().fetchQuery(pickQuery('domain', q))).map(({ id }) => id)
  expect(await find('brand-149')).toEqual(['brand-149.example'])
  expect(await find('')).toEqual(['go.example', ...domains.slice(0, 19).map(({ domain }) => domain)])
})
