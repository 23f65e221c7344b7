import { Link } from '@tanstack/react-router'
import { ArchiveRestore, Folder, Trash2 } from 'lucide-react'
import { memo } from 'react'
import { trashDays } from '#schemas/account-limits.ts'
import type { ShortUrl } from '#schemas/links.ts'
import { linkStates } from '../api/link-status.ts'
import { linkHealthNames } from '../api/links.ts'
import { useTagColors } from '../api/tag-colors.ts'
import { countDays, dayMs, fullMoment, writeDay } from '../format/days.ts'
import { compact, count, quantity } from '../format/numbers.ts'
import { bareUrl } from '../format/urls.ts'
import { IconButton } from '../parts/button.tsx'
import { CopyButton } from '../parts/copy-button.tsx'
import { Pill, StatePill } from '../parts/pill.tsx'
import { RelativeTime } from '../parts/relative-time.tsx'
import { ShortLink } from '../parts/short-link.tsx'
import { SiteIcon } from '../parts/site-icon.tsx'
import { TagChip } from '../parts/tag-chip.tsx'
import { useClock } from '../parts/use-clock.ts'
import { type Column, cells } from './columns.ts'
import { isCodePage, LinkUse } from './link-use.tsx'
import { Sparkline } from './sparkline.tsx'
import type { Trashed } from './trash.ts'
import { TrashedRow } from './trashed-row.tsx'

interface LinkRowProps {
  link: ShortUrl
  index: number
  columns: ReadonlySet<Column>
  trend: readonly number[] | undefined
  icon: string | null
  campaign: string | undefined
  isSelected: boolean
  /** Set while the link was just moved to the trash. */
  trashed: Trashed | undefined
  onSelect: (index: number, isRange: boolean) => void
  acts: LinkActs
}

export interface LinkActs {
  trash: (links: readonly ShortUrl[]) => void
  restore: (links: readonly ShortUrl[]) => void
  deleteForever: (links: readonly ShortUrl[]) => void
}

export const LinkRow = memo(function LinkRow(props: LinkRowProps) {
  const { link, index, columns, trend, icon, campaign, isSelected, trashed, onSelect, acts } = props
  const url = bareUrl(link.short_url)
  if (trashed !== undefined) return <TrashedRow url={url} {...trashed} />
  return (
    <div
      className={`flex h-full items-center gap-2 pr-2 sm:gap-4 sm:pr-3 ${isSelected ? 'bg-tint' : 'hover:bg-sunken/50'}`}
    >
      <label className="-mr-2 flex h-full w-10 shrink-0 cursor-pointer pointer-coarse:w-11 items-center justify-center sm:-mr-4 sm:w-12">
        <input
          type="checkbox"
          className="size-4 accent-accent"
          aria-label={`Select ${url}`}
          checked={isSelected}
          onChange={() => undefined}
          onClick={(event) => onSelect(index, event.shiftKey)}
        />
      </label>
      <div className="min-w-0 flex-1">
        <div className="flex items-center gap-1">
          <Link
            to="/links/$id"
            params={{ id: link.id }}
            data-row-link
            className="row-name"
            title={link.name ?? link.short_url}
          >
            <ShortLink url={link.short_url} />
          </Link>
          {link.trashed_at === null && <CopyButton text={link.short_url} label={`Copy ${url}`} />}
          <LinkUse link={link} />
          {link.status !== 'active' && link.trashed_at === null && (
            <StatePill states={linkStates} state={link.status} />
          )}
          {link.destination_health?.state === 'dead' && <Pill look="bad">{linkHealthNames.dead}</Pill>}
        </div>
        <p className="flex items-center gap-1.5 text-[13px] text-dim" title={link.original_url}>
          <SiteIcon icon={icon} size={14} />
          <span className="truncate">
            {link.trashed_at !== null && <DeletionDate trashedAt={link.trashed_at} />}
            {link.name !== null && <span className="text-text">{link.name} · </span>}
            {isCodePage(link) ? 'Content of a QR code' : bareUrl(link.original_url)}
          </span>
        </p>
      </div>
      <Cells link={link} columns={columns} trend={trend} campaign={campaign} />
      <RowActions link={link} acts={acts} />
    </div>
  )
})

/** The chosen columns; on small screens only the clicks. */
function Cells({ link, columns, trend, campaign }: Pick<LinkRowProps, 'link' | 'columns' | 'trend' | 'campaign'>) {
  return (
    <>
      {(columns.has('tags') || columns.has('campaign')) && (
        <div className={`${cells.labels} space-y-1`}>
          {columns.has('campaign') && campaign !== undefined && (
            <p className="flex max-w-full items-center gap-1 text-xs text-dim" title={`Campaign: ${campaign}`}>
              <Folder aria-hidden size={12} className="shrink-0" />
              <span className="truncate">{campaign}</span>
            </p>
          )}
          {columns.has('tags') && <Tags tags={link.tags} />}
        </div>
      )}
      {columns.has('trend') && (
        <div className={cells.trend}>
          <Sparkline days={trend} />
        </div>
      )}
      {columns.has('last_click') && (
        <p className={`${cells.moment} text-[13px] text-dim`}>
          {link.last_clicked_at === undefined ? (
            'No clicks yet'
          ) : (
            <>
              <span className="sr-only">Last click </span>
              <RelativeTime at={link.last_clicked_at} />
            </>
          )}
        </p>
      )}
      {columns.has('created') && (
        <p className={`${cells.moment} text-[13px] text-dim`}>
          <span className="sr-only">Created </span>
          <RelativeTime at={link.created_at} />
        </p>
      )}
      {columns.has('clicks') && (
        <p
          className={`${cells.clicks} font-medium tabular-nums ${link.trashed_at === null ? '' : 'max-sm:hidden'}`}
          title={`${count(link.click_count)} clicks`}
        >
          {compact(link.click_count)}
          <span className="sr-only">clicks</span>
        </p>
      )}
    </>
  )
}

function RowActions({ link, acts }: Pick<LinkRowProps, 'link' | 'acts'>) {
  const code = link.short_code
  if (link.trashed_at === null)
    return (
      <IconButton
        Icon={Trash2}
        title="Delete"
        className="max-sm:hidden"
        onClick={() => acts.trash([link])}
        label={`Delete ${code}`}
      />
    )
  return (
    <div className="flex gap-1">
      <IconButton
        Icon={ArchiveRestore}
        title="Restore"
        onClick={() => acts.restore([link])}
        label={`Restore ${code}`}
      />
      <IconButton
        Icon={Trash2}
        title="Delete forever"
        onClick={() => acts.deleteForever([link])}
        label={`Delete ${code} forever`}
      />
    </div>
  )
}

const writeToday = () => writeDay(new Date())

/** When a link in the trash is deleted. */
function DeletionDate({ trashedAt }: { trashedAt: string }) {
  const today = useClock(writeToday)
  const at = new Date(new Date(trashedAt).getTime() + trashDays * dayMs)
  const days = Math.max(0, countDays(today, writeDay(at)) - 1)
  return (
    <span className="text-warn" title={fullMoment(at)}>
      {days === 0 ? 'Will be deleted today' : `Will be deleted in ${quantity(days, 'day')}`}
      {' · '}
    </span>
  )
}

const mostTags = 2

function Tags({ tags }: { tags: string[] }) {
  const colorOf = useTagColors()
  if (tags.length === 0) return null
  return (
    <ul className="flex max-w-full gap-1 overflow-hidden" title={tags.join(', ')}>
      {tags.slice(0, mostTags).map((tag) => (
        <li key={tag} className="min-w-0">
          <Link
            from="/links"
            to="/links"
            search={(old) => ({ ...old, tag })}
            title={`Filter by tag ${tag}`}
            className="flex min-w-0 hover:text-text"
          >
            <TagChip tag={tag} color={colorOf(tag)} />
          </Link>
        </li>
      ))}
      {tags.length > mostTags && <li className="py-1 text-xs text-dim">+{tags.length - mostTags}</li>}
    </ul>
  )
}
