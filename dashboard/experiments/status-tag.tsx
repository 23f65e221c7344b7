import { experimentStatusNames } from '../api/experiment-search.ts'
import type { ExperimentStatus } from '../api/experiments.ts'
import { Pill, type PillLook } from '../parts/pill.tsx'

const looks: Record<ExperimentStatus, PillLook> = { draft: 'quiet', running: 'good', paused: 'warn', completed: 'tell' }

export const ExperimentStatusTag = ({ status }: { status: ExperimentStatus }) => (
  <Pill look={looks[status]}>{experimentStatusNames[status]}</Pill>
)
