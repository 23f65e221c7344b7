import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import type { experimentAnalytics, VariantFigures } from '#schemas/experiment-analytics.ts'
import type {
  createdExperiment,
  createUrlExperimentBody,
  Experiment,
  ExperimentKind,
  ExperimentStatus,
  experimentList,
  updateExperimentBody,
} from '#schemas/experiments.ts'
import { call, change, read } from './client.ts'
import { isMissing } from './failure.ts'
import { numberedPages } from './pages.ts'
import { experimentsKey } from './refresh.ts'

export type { Experiment, ExperimentKind, ExperimentStatus, VariantFigures }
export type ExperimentList = z.output<typeof experimentList>
export type ListedExperiment = ExperimentList['tests'][number]
export interface FullExperiment extends z.output<typeof experimentAnalytics> {
  /** Selects the API path. */
  kind: ExperimentKind
}

const paths = { url: '/api/v1/url-ab-tests', qr: '/api/v1/qr-ab-tests' } as const
const pageSize = 50
/** Visits are counted within two seconds. Hidden tabs do not poll. */
const liveMs = 4_000

export const experimentsQuery = (kind: ExperimentKind, status: ExperimentStatus | undefined) =>
  numberedPages<ExperimentList>([...experimentsKey, 'list', kind, status], paths[kind], { limit: pageSize, status })

/** Without a kind, link tests are searched first, then QR code tests. */
export const experimentQuery = (id: string, kind: ExperimentKind | undefined) =>
  queryOptions<FullExperiment>({
    queryKey: [...experimentsKey, 'one', id],
    refetchInterval: ({ state }) => (state.data?.test.status === 'running' && !isMissing(state.error) ? liveMs : false),
    async queryFn({ signal }) {
      const readOf = async (of: ExperimentKind): Promise<FullExperiment> => ({
        ...(await read<Omit<FullExperiment, 'kind'>>(`${paths[of]}/${encodeURIComponent(id)}`, { signal })),
        kind: of,
      })
      if (kind !== undefined) return await readOf(kind)
      try {
        return await readOf('url')
      } catch (error) {
        if (!isMissing(error)) throw error
        return await readOf('qr')
      }
    },
  })

/** Fields to create a test of either kind, or to change a draft. */
export type ExperimentBody = Omit<z.input<typeof createUrlExperimentBody>, 'primary_url_id'>
/** The existing link or QR code to test. */
type Tested = { primary_url_id?: string; qr_code_id?: string }

type Reply = { test: Experiment }
export const createExperiment = (kind: ExperimentKind, body: ExperimentBody & Tested) =>
  call<z.output<typeof createdExperiment>>('POST', paths[kind], { body })
export const updateExperiment = (kind: ExperimentKind, id: string, body: z.input<typeof updateExperimentBody>) =>
  change<Reply>('PUT', `${paths[kind]}/${id}`, { body })
export const deleteExperiment = (kind: ExperimentKind, id: string) => change('DELETE', `${paths[kind]}/${id}`)
export const moveExperiment = (kind: ExperimentKind, id: string, move: 'start' | 'pause' | 'resume') =>
  change<Reply>('POST', `${paths[kind]}/${id}/${move}`)
export const completeExperiment = (kind: ExperimentKind, id: string, winner: string | null) =>
  change<Reply>('POST', `${paths[kind]}/${id}/complete`, {
    body: { winner_variant_id: winner, apply_winner: winner !== null },
  })

/** Turns on click tracking: a test of an untracked link has no results. */
export const countClicks = (linkId: string) =>
  change('PUT', `/api/v1/short-urls/${linkId}`, { body: { tracking_enabled: true } })
