import { testStatusNames } from '../api/experiment-search.ts'
import type { AbTestStatus } from '../api/experiments.ts'
import { Pill, type PillLook } from '../parts/pill.tsx'

const looks: Record<AbTestStatus, PillLook> = { draft: 'quiet', running: 'good', paused: 'warn', completed: 'tell' }

export const TestStatus = ({ status }: { status: AbTestStatus }) => (
  <Pill look={looks[status]}>{testStatusNames[status]}</Pill>
)
