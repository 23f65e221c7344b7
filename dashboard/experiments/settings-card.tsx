import type { ReactNode } from 'react'
import type { FullExperiment } from '../api/experiments.ts'
import { fullMoment } from '../format/days.ts'
import { count, rate } from '../format/numbers.ts'
import { Card } from '../parts/card.tsx'
import { CopyButton } from '../parts/copy-button.tsx'

export function ExperimentSettingsCard({ full: { test } }: { full: FullExperiment }) {
  const moment = (at: string | null) => (at === null ? '–' : fullMoment(new Date(at)))
  return (
    <Card title="Settings">
      <dl className="grid grid-cols-[8rem_minmax(0,1fr)] gap-x-4 gap-y-2">
        {test.hypothesis !== null && <Setting name="Hypothesis">{test.hypothesis}</Setting>}
        {test.description !== null && <Setting name="Description">{test.description}</Setting>}
        <Setting name="Traffic">{test.traffic_split_mode === 'equal' ? 'Split equally' : 'Split by weight'}</Setting>
        {test.conversions_enabled && (
          <>
            <Setting name="Minimum sample size">{count(test.min_sample_size)} clicks per variant</Setting>
            <Setting name="Confidence level">{rate(test.confidence_level)}</Setting>
          </>
        )}
        <Setting name="Created">{moment(test.created_at)}</Setting>
        <Setting name="Started">{moment(test.started_at)}</Setting>
        {test.completed_at !== null && <Setting name="Completed">{moment(test.completed_at)}</Setting>}
        <Setting name="ID">
          <span className="flex items-center gap-1">
            <code className="min-w-0 truncate font-mono text-[13px]">{test.id}</code>
            <CopyButton text={test.id} label="Copy ID" />
          </span>
        </Setting>
      </dl>
    </Card>
  )
}

const Setting = ({ name, children }: { name: string; children: ReactNode }) => (
  <>
    <dt className="text-dim">{name}</dt>
    <dd className="min-w-0 break-words">{children}</dd>
  </>
)
