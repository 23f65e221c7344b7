import { readKey } from '../format/read-search.ts'
import type { AbTestKind, AbTestStatus } from './experiments.ts'

/** What an address says of a list of tests. */
export interface TestSearch {
  /** QR codes; those of short URLs are what is shown without it. */
  of?: 'qr' | undefined
  status?: AbTestStatus | undefined
}

export const testStatusNames = {
  draft: 'Draft',
  running: 'Running',
  paused: 'Paused',
  completed: 'Completed',
} as const satisfies Record<AbTestStatus, string>

export const readTestSearch = (search: Record<string, unknown>): TestSearch => ({
  ...readTestKind(search),
  status: readKey(testStatusNames, search['status']),
})

export const readTestKind = (search: Record<string, unknown>): Pick<TestSearch, 'of'> => ({
  of: search['of'] === 'qr' ? 'qr' : undefined,
})

/** As an address has it. */
export const searchOf = (kind: AbTestKind): Pick<TestSearch, 'of'> => (kind === 'qr' ? { of: 'qr' } : {})
