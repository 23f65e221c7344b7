import type { AbTestStatus } from '../api/ab-tests.ts'
import { testStatusNames } from '../api/test-search.ts'
import { Pill, type PillLook } from '../parts/pill.tsx'

const looks: Record<AbTestStatus, PillLook> = { draft: 'quiet', running: 'good', paused: 'warn', completed: 'tell' }

export const TestStatus = ({ status }: { status: AbTestStatus }) => (
  <Pill look={looks[status]}>{testStatusNames[status]}</Pill>
)
