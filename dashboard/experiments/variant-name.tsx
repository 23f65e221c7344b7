import type { VariantFigures } from '../api/experiments.ts'
import { rate } from '../format/numbers.ts'
import { bareUrl } from '../format/urls.ts'
import { LetterBadge } from './letter-badge.tsx'

export function VariantName({ variant, index, leads }: { variant: VariantFigures; index: number; leads: boolean }) {
  const { name, destination_url, traffic_weight } = variant
  return (
    <div className="flex min-w-0 items-center gap-3">
      <LetterBadge index={index} />
      <div className="min-w-0">
        <p className="flex items-center gap-2">
          <span className="truncate font-medium" title={name}>
            {name}
          </span>
          {leads && <span className="rounded bg-good-tint px-1.5 text-xs font-medium text-good">Ahead</span>}
        </p>
        <p className="flex gap-1 text-[13px] text-dim">
          <span className="shrink-0 tabular-nums">{rate(traffic_weight)} ·</span>
          <a
            href={destination_url}
            target="_blank"
            rel="noreferrer"
            className="truncate rounded hover:text-text hover:underline touch-line"
          >
            {bareUrl(destination_url)}
          </a>
        </p>
      </div>
    </div>
  )
}
