import { Link } from '@tanstack/react-router'
import { CornerDownRight } from 'lucide-react'
import { experimentStates } from '../api/experiment-search.ts'
import type { FullExperiment } from '../api/experiments.ts'
import { bareUrl } from '../format/urls.ts'
import { CopyButton } from '../parts/copy-button.tsx'
import { StatePill } from '../parts/pill.tsx'
import { RelativeTime } from '../parts/relative-time.tsx'
import { ThingHead } from '../parts/thing-head.tsx'
import { ExperimentActions } from './experiment-actions.tsx'

export function ExperimentHead({ full }: { full: FullExperiment }) {
  const { test } = full
  const [word, at] = lastMove(test)
  return (
    <ThingHead
      title={test.name}
      state={<StatePill states={experimentStates} state={test.status} />}
      actions={<ExperimentActions full={full} />}
    >
      {test.short_url !== null && (
        <p className="mt-0.5 flex items-center gap-1.5 text-dim">
          <CornerDownRight aria-hidden size={14} className="shrink-0" />
          <Link
            to="/links/$id"
            params={{ id: test.primary_url_id }}
            className="touch-line truncate rounded hover:text-text hover:underline"
          >
            {bareUrl(test.short_url)}
          </Link>
          <CopyButton text={test.short_url} label="Copy link" />
        </p>
      )}
      <p className="mt-0.5 text-[13px] text-dim">
        {word} <RelativeTime at={at} />
      </p>
    </ThingHead>
  )
}

function lastMove({ completed_at, paused_at, started_at, created_at }: FullExperiment['test']) {
  if (completed_at !== null) return ['Completed', completed_at] as const
  if (paused_at !== null) return ['Paused', paused_at] as const
  return started_at === null ? (['Created', created_at] as const) : (['Started', started_at] as const)
}
