import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import type { testAnalytics, VariantFigures } from '#schemas/experiment-analytics.ts'
import type { AbTest, AbTestKind, AbTestStatus, createdTest, SplitMode, testList } from '#schemas/experiments.ts'
import { change, changeBare, read, readPage } from './client.ts'
import { Failure } from './failure.ts'
import { testsKey } from './refresh.ts'

export type { AbTest, AbTestKind, AbTestStatus, VariantFigures }
export type TestPage = z.output<typeof testList>
export type ListedTest = TestPage['tests'][number]
export interface FullTest extends z.output<typeof testAnalytics> {
  /** Of which family of paths. */
  kind: AbTestKind
}

const paths = { url: '/api/v1/url-ab-tests', qr: '/api/v1/qr-ab-tests' } as const
const pageSize = 50
/** Visits are counted within a second or two; a page that nobody looks at does not ask. */
const liveMs = 4_000

export const testsQuery = (kind: AbTestKind, status: AbTestStatus | undefined) =>
  infiniteQueryOptions({
    queryKey: [...testsKey, 'list', kind, status],
    initialPageParam: 1,
    getNextPageParam: ({ pagination: { page, has_more } }: TestPage) => (has_more ? page + 1 : undefined),
    queryFn: ({ pageParam, signal }) =>
      readPage<TestPage>(paths[kind], { signal, query: { limit: pageSize, page: pageParam, status } }),
  })

/** Without a kind it is looked for among the tests of short URLs, then among those of QR codes. */
export const testQuery = (id: string, kind: AbTestKind | undefined) =>
  queryOptions<FullTest>({
    queryKey: [...testsKey, 'one', id],
    refetchInterval: ({ state }) => (state.data?.test.status === 'running' ? liveMs : false),
    async queryFn({ signal }) {
      const readOf = async (of: AbTestKind): Promise<FullTest> => ({
        ...(await read<Omit<FullTest, 'kind'>>(`${paths[of]}/${encodeURIComponent(id)}`, { signal })),
        kind: of,
      })
      if (kind !== undefined) return await readOf(kind)
      try {
        return await readOf('url')
      } catch (error) {
        if (!(error instanceof Failure) || error.status !== 404) throw error
        return await readOf('qr')
      }
    },
  })

export interface VariantDraft {
  id?: string
  name: string | null
  destination_url: string
  traffic_weight?: number
}

/** What a form says of a test. */
export interface TestDraft {
  name: string
  description: string | null
  hypothesis: string | null
  traffic_split_mode: SplitMode
  conversions_enabled: boolean
  min_sample_size: number
  confidence_level: number
  variants: VariantDraft[]
  primary_url_id?: string
  qr_code_id?: string
  short_code?: string
}

type Reply = { test: AbTest }
export const createTest = (kind: AbTestKind, body: TestDraft) =>
  changeBare<z.output<typeof createdTest>>('POST', paths[kind], { body })
export const updateTest = (kind: AbTestKind, id: string, body: Partial<TestDraft>) =>
  change<Reply>('PUT', `${paths[kind]}/${id}`, { body })
export const deleteTest = (kind: AbTestKind, id: string) => change('DELETE', `${paths[kind]}/${id}`)
export const moveTest = (kind: AbTestKind, id: string, move: 'start' | 'pause' | 'resume') =>
  change<Reply>('POST', `${paths[kind]}/${id}/${move}`)
export const completeTest = (kind: AbTestKind, id: string, winner: string | null) =>
  change<Reply>('POST', `${paths[kind]}/${id}/complete`, {
    body: { winner_variant_id: winner, apply_winner: winner !== null },
  })

/** Without the clicks of its short URL a test says nothing. */
export const countClicks = (linkId: string) =>
  change('PUT', `/api/v1/short-urls/${linkId}`, { body: { tracking_enabled: true } })
