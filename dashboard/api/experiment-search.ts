import { readKey } from '../format/read-search.ts'
import type { States } from '../parts/pill.tsx'
import type { ExperimentKind, ExperimentStatus } from './experiments.ts'

/** Filters in the URL of the A/B test list. */
export interface ExperimentSearch {
  /** `qr`: tests of QR codes. Unset: tests of links. */
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

/** The kind of a test as a URL parameter. */
export const searchOf = (kind: ExperimentKind): Pick<ExperimentSearch, 'of'> => (kind === 'qr' ? { of: 'qr' } : {})
