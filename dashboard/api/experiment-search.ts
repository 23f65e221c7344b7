import { readKey } from '../format/read-search.ts'
import type { ExperimentKind, ExperimentStatus } from './experiments.ts'

/** What a URL says of a list of tests. */
export interface ExperimentSearch {
  /** QR codes; those of short URLs are what is shown without it. */
  of?: 'qr' | undefined
  status?: ExperimentStatus | undefined
}

export const experimentStatusNames = {
  draft: 'Draft',
  running: 'Running',
  paused: 'Paused',
  completed: 'Completed',
} as const satisfies Record<ExperimentStatus, string>

export const readExperimentSearch = (search: Record<string, unknown>): ExperimentSearch => ({
  ...readExperimentKind(search),
  status: readKey(experimentStatusNames, search['status']),
})

export const readExperimentKind = (search: Record<string, unknown>): Pick<ExperimentSearch, 'of'> => ({
  of: search['of'] === 'qr' ? 'qr' : undefined,
})

/** As a URL has it. */
export const searchOf = (kind: ExperimentKind): Pick<ExperimentSearch, 'of'> => (kind === 'qr' ? { of: 'qr' } : {})
