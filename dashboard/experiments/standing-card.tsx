import {
  CircleDashed,
  CirclePause,
  FlaskConical,
  type LucideIcon,
  PencilLine,
  Scale,
  Split,
  Trophy,
} from 'lucide-react'
import type { FullExperiment } from '../api/experiments.ts'
import { compact } from '../format/numbers.ts'
import { Meter } from '../parts/meter.tsx'
import { describeStanding, leastClicks, type Standing } from './standing.ts'

const icons: Record<Standing['kind'], LucideIcon> = {
  draft: PencilLine,
  uncounted: Split,
  collecting: CircleDashed,
  open: Scale,
  ahead: FlaskConical,
  behind: FlaskConical,
  completed: Trophy,
}

/** The current result of a test, and its progress toward the sample size. */
export function StandingCard({ full }: { full: FullExperiment }) {
  const { kind, title, text } = describeStanding(full)
  const { test, analytics } = full
  const Icon = test.status === 'paused' ? CirclePause : icons[kind]
  const least = leastClicks(analytics)
  const isGood = kind === 'ahead' || kind === 'behind'
  return (
    <section aria-label="Result" className="card flex flex-wrap items-center gap-x-6 gap-y-4 p-4 sm:p-5">
      <div className="flex min-w-0 flex-1 basis-80 items-start gap-3">
        <span
          aria-hidden
          className={`flex size-9 shrink-0 items-center justify-center rounded-md ${isGood ? 'bg-good-tint text-good' : 'bg-tint text-accent'}`}
        >
          <Icon size={18} />
        </span>
        <div className="min-w-0" role="status">
          <h2 className="font-semibold">{title}</h2>
          <p className="text-dim">{text}</p>
        </div>
      </div>
      {kind === 'collecting' && (
        <div className="w-full sm:w-56">
          <p className="mb-1.5 flex justify-between text-[13px] text-dim">
            <span>Fewest clicks</span>
            <span className="tabular-nums">
              <span className="font-medium text-text">{compact(least)}</span> / {compact(test.min_sample_size)}
            </span>
          </p>
          <Meter
            label="Fewest clicks on a variant"
            part={least / test.min_sample_size}
            text={`${least} of ${test.min_sample_size}`}
          />
        </div>
      )}
    </section>
  )
}
