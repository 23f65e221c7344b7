import { Link } from '@tanstack/react-router'
import { Link2, MousePointerClick, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { mostCampaigns } from '#schemas/report-limits.ts'
import { campaignStates } from '../api/campaign-status.ts'
import type { Campaign } from '../api/campaigns.ts'
import { useTagColors } from '../api/tag-colors.ts'
import { compact, count, plural } from '../format/numbers.ts'
import { IconButton } from '../parts/button.tsx'
import { lazyPart } from '../parts/lazy-part.tsx'
import { StatePill } from '../parts/pill.tsx'
import { TagChip } from '../parts/tag-chip.tsx'
import { sayDays } from './draft.ts'

const CampaignDialog = lazyPart(() => import('./campaign-dialog.tsx'), 'CampaignDialog')
const DeleteDialog = lazyPart(() => import('./delete-dialog.tsx'), 'DeleteDialog')

interface CampaignRowProps {
  campaign: Campaign
  /** Clicks in the period; undefined while loading, and null if they are unknown. */
  clicks: number | null | undefined
  most: number
  isCompared: boolean
  /** undefined: the maximum number of campaigns is already compared. */
  onCompare: (() => void) | undefined
}

export function CampaignRow({ campaign, clicks, most, isCompared, onCompare }: CampaignRowProps) {
  const [asks, setAsks] = useState<'edit' | 'delete' | null>(null)
  const { id, name, url_count, total_clicks } = campaign
  const close = () => setAsks(null)
  return (
    <div className="flex min-h-[72px] items-center gap-3 py-2 pr-2 pl-4 hover:bg-sunken/50 max-sm:flex-wrap max-sm:gap-y-0 sm:gap-4 sm:pr-3">
      <label
        className="-m-3.5 flex shrink-0 cursor-pointer p-3.5"
        title={onCompare === undefined ? 'You can compare up to four campaigns' : 'Compare'}
      >
        <input
          type="checkbox"
          aria-label={`Compare ${name}`}
          className="size-4 accent-accent"
          checked={isCompared}
          disabled={onCompare === undefined}
          onChange={() => onCompare?.()}
        />
      </label>
      <div className="min-w-0 flex-1 max-sm:basis-[calc(100%-2rem)]">
        <p className="flex min-w-0 items-center gap-2 max-sm:flex-wrap max-sm:gap-y-0.5">
          <Link
            to="/campaigns/$id"
            params={{ id }}
            className="row-name max-sm:line-clamp-2 max-sm:whitespace-normal"
            title={name}
          >
            {name}
          </Link>
          <StatePill states={campaignStates} state={campaign.status} />
        </p>
        <About campaign={campaign} />
      </div>
      <ShareBar clicks={clicks} most={most} />
      <p
        className="hidden w-16 items-center justify-end gap-1.5 text-[13px] text-dim tabular-nums md:flex"
        title={`${count(url_count)} links`}
      >
        <Link2 aria-hidden size={14} />
        {compact(url_count)}
        <span className="sr-only">links</span>
      </p>
      <p
        className="hidden w-20 items-center justify-end gap-1.5 text-[13px] text-dim tabular-nums sm:flex"
        title={`${count(total_clicks)} total clicks`}
      >
        <MousePointerClick aria-hidden size={14} />
        {compact(total_clicks)}
        <span className="sr-only">total clicks</span>
      </p>
      <div className="flex max-sm:order-1">
        <IconButton Icon={Pencil} title="Edit" onClick={() => setAsks('edit')} label={`Edit ${name}`} />
        <IconButton Icon={Trash2} title="Delete" onClick={() => setAsks('delete')} label={`Delete ${name}`} />
      </div>
      {asks === 'edit' && <CampaignDialog campaign={campaign} onClose={close} />}
      {asks === 'delete' && <DeleteDialog campaign={campaign} onClose={close} />}
    </div>
  )
}

function About({ campaign }: { campaign: Campaign }) {
  const { description, tags } = campaign
  const colorOf = useTagColors()
  const told = [sayDays(campaign), description].filter((part) => part !== undefined && part !== '').join(' · ')
  return (
    <p className="mt-0.5 flex min-w-0 items-center gap-1.5 text-[13px] text-dim">
      <span className="truncate max-sm:line-clamp-2 max-sm:whitespace-normal">{told}</span>
      {tags.map((tag) => (
        <span key={tag} className="hidden shrink-0 lg:flex">
          <TagChip tag={tag} color={colorOf(tag)} />
        </span>
      ))}
    </p>
  )
}

const notListed = `Not one of the ${count(mostCampaigns)} campaigns with the most clicks in this period`

function ShareBar({ clicks, most }: { clicks: number | null | undefined; most: number }) {
  return (
    <div
      className="w-20 shrink-0 max-sm:order-1 max-sm:ml-7 max-sm:w-auto max-sm:flex-1 sm:w-32 lg:w-48"
      title={clicks === null ? notListed : 'Clicks in this period'}
    >
      {clicks === undefined ? (
        <span aria-hidden className="skeleton block h-8" />
      ) : clicks === null ? (
        <p className="text-right text-dim">
          –<span className="sr-only"> {notListed}</span>
        </p>
      ) : (
        <p className="text-right font-medium tabular-nums">
          {count(clicks)}{' '}
          <span className="font-normal text-dim">
            {plural(clicks, 'click')}
            <span className="sr-only"> in this period</span>
          </span>
          <span aria-hidden className="mt-1 block h-1.5 overflow-hidden rounded-full bg-sunken">
            <span
              className="block h-full rounded-full bg-accent transition-[width] duration-150"
              style={{ width: `${(clicks / most) * 100}%` }}
            />
          </span>
        </p>
      )}
    </div>
  )
}
