import type { AbTestStatus } from '../api/ab-tests.ts'
import { Pill, type PillLook } from '../parts/pill.tsx'

export const testStatusNames = {
  draft: 'Draft',
  running: 'Running',
  paused: 'Paused',
  completed: 'Completed',
} as const satisfies Record<AbTestStatus, string>

const looks: Record<AbTestStatus, PillLook> = { draft: 'quiet', running: 'good', paused: 'warn', completed: 'tell' }

export const TestStatus = ({ status }: { status: AbTestStatus }) => (
  <Pill look={looks[status]}>{testStatusNames[status]}</Pill>
)
