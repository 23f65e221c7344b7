import { readKey } from '../format/read-search.ts'
import type { States } from '../parts/pill.tsx'
import type { ExperimentKind, ExperimentStatus } from './experiments.ts'

/** What a URL says of a list of tests. */
export interface ExperimentSearch {
  /** QR codes; those of short URLs are what is shown without it. */
  of?: 'qr' | undefined
  status?: ExperimentStatus | undefined
}

export const experimentStates: States<ExperimentStatus> = {
  draft: { name: 'Draft', look: 'quiet' },
  running: { name: 'Running', look: 'good' },
  paused: { name: 'Paused', look: 'warn' },
  completed: { name: 'Completed', look: 'tell' },
}

export const readExperimentSearch = (search: Record<string, unknown>): ExperimentSearch => ({
  ...readExperimentKind(search),
  status: readKey(experimentStates, search['status']),
})

export const readExperimentKind = (search: Record<string, unknown>): Pick<ExperimentSearch, 'of'> => ({
  of: search['of'] === 'qr' ? 'qr' : undefined,
})

/** As a URL has it. */
export const searchOf = (kind: ExperimentKind): Pick<ExperimentSearch, 'of'> => (kind === 'qr' ? { of: 'qr' } : {})
