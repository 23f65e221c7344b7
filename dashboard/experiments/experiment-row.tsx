import { Link } from '@tanstack/react-router'
import { MousePointerClick } from 'lucide-react'
import { experimentStates, searchOf } from '../api/experiment-search.ts'
import type { ExperimentKind, ListedExperiment } from '../api/experiments.ts'
import { compact, count } from '../format/numbers.ts'
import { bareUrl } from '../format/urls.ts'
import { CopyButton } from '../parts/copy-button.tsx'
import { Meter } from '../parts/meter.tsx'
import { StatePill } from '../parts/pill.tsx'
import { RelativeTime } from '../parts/relative-time.tsx'

export function ExperimentRow({ test, kind }: { test: ListedExperiment; kind: ExperimentKind }) {
  const { id, name, status, short_url, variant_count, total_clicks } = test
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3 hover:bg-sunken/50">
      <div className="min-w-0 flex-1 basis-60">
        <div className="flex min-h-8 items-center gap-2">
          <Link to="/ab-tests/$id" params={{ id }} search={searchOf(kind)} className="row-name" title={name}>
            {name}
          </Link>
          <StatePill states={experimentStates} state={status} />
        </div>
        {short_url === null ? (
          <p className="text-[13px] text-dim">Link deleted</p>
        ) : (
          <p className="flex items-center gap-1 text-[13px] text-dim">
            <span className="truncate">{bareUrl(short_url)}</span>
            <CopyButton text={short_url} label={`Copy ${bareUrl(short_url)}`} />
          </p>
        )}
      </div>
      <p className="hidden w-24 text-[13px] text-dim sm:block">{variant_count} variants</p>
      <Progress test={test} />
      <p className="hidden w-24 text-right text-[13px] text-dim lg:block">
        <RelativeTime at={test.created_at} />
      </p>
      <p
        className="ml-auto flex w-16 items-center justify-end gap-1.5 font-medium tabular-nums"
        title={`${count(total_clicks)} clicks`}
      >
        <MousePointerClick aria-hidden size={14} className="text-dim" />
        {compact(total_clicks)}
        <span className="sr-only">clicks</span>
      </p>
    </div>
  )
}

/** Progress of the variant with the fewest clicks, which determines when results are shown. */
function Progress({ test }: { test: ListedExperiment }) {
  const { status, conversions_enabled, least_clicks, min_sample_size } = test
  // Tests without conversions have no minimum sample size.
  const isAwaited = conversions_enabled && status !== 'draft'
  const isEnough = least_clicks >= min_sample_size
  const text = `${compact(least_clicks)} of ${compact(min_sample_size)} clicks`
  return (
    <div className={`w-44 text-[13px] text-dim ${isAwaited ? '' : 'hidden sm:block'}`}>
      {isAwaited && (
        <>
          <p className="mb-1.5 whitespace-nowrap">{isEnough ? 'Sample size reached' : `Collecting: ${text}`}</p>
          <Meter label="Fewest clicks on a variant" part={least_clicks / min_sample_size} text={text} />
        </>
      )}
    </div>
  )
}
