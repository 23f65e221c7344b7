import { Link } from '@tanstack/react-router'
import { Folder, Trash2 } from 'lucide-react'
import { memo } from 'react'
import type { ShortUrl } from '#schemas/links.ts'
import { linkStates } from '../api/link-status.ts'
import { compact, count } from '../format/numbers.ts'
import { bareUrl } from '../format/urls.ts'
import { Button, IconButton } from '../parts/button.tsx'
import { CopyButton } from '../parts/copy-button.tsx'
import { StatePill } from '../parts/pill.tsx'
import { RelativeTime } from '../parts/relative-time.tsx'
import { type Column, cells } from './columns.ts'
import { Sparkline } from './sparkline.tsx'

interface LinkRowProps {
  link: ShortUrl
  index: number
  columns: ReadonlySet<Column>
  trend: readonly number[] | undefined
  campaign: string | undefined
  isSelected: boolean
  /** Undoes the deletion of the link, while it is pending. */
  takeBack: (() => void) | undefined
  onSelect: (index: number, isRange: boolean) => void
  onDelete: (link: ShortUrl) => void
}

export const LinkRow = memo(function LinkRow(props: LinkRowProps) {
  const { link, index, columns, trend, campaign, isSelected, takeBack, onSelect, onDelete } = props
  const url = bareUrl(link.short_url)
  if (takeBack !== undefined) return <LeavingRow url={url} onTakeBack={takeBack} />
  return (
    <div
      className={`flex h-full items-center gap-2 pr-2 sm:gap-4 sm:pr-3 ${isSelected ? 'bg-tint' : 'hover:bg-sunken/50'}`}
    >
      <label className="-mr-2 flex h-full w-10 shrink-0 cursor-pointer items-center justify-center sm:-mr-4 sm:w-12">
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
            {url}
          </Link>
          <CopyButton text={link.short_url} label={`Copy ${url}`} />
          {link.status !== 'active' && <StatePill states={linkStates} state={link.status} />}
        </div>
        <p className="truncate text-[13px] text-dim" title={link.original_url}>
          {link.name !== null && <span className="text-text">{link.name} · </span>}
          {bareUrl(link.original_url)}
        </p>
      </div>
      <Cells link={link} columns={columns} trend={trend} campaign={campaign} />
      <IconButton
        Icon={Trash2}
        title="Delete"
        className="max-sm:hidden"
        onClick={() => onDelete(link)}
        label={`Delete ${link.short_code}`}
      />
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
        <p className={`${cells.clicks} font-medium tabular-nums`} title={`${count(link.click_count)} clicks`}>
          {compact(link.click_count)}
          <span className="sr-only">clicks</span>
        </p>
      )}
    </>
  )
}

const LeavingRow = ({ url, onTakeBack }: { url: string; onTakeBack: () => void }) => (
  <div className="flex h-full items-center gap-4 bg-sunken/50 pr-3 pl-12 text-dim">
    <p className="min-w-0 flex-1 truncate">
      Deleted <s>{url}</s>
    </p>
    <Button onClick={onTakeBack}>
      Undo<span className="sr-only"> the deletion of {url}</span>
    </Button>
  </div>
)

const mostTags = 2

function Tags({ tags }: { tags: string[] }) {
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
            className="flex h-6 items-center rounded bg-sunken px-1.5 text-xs text-dim hover:text-text"
          >
            <span className="truncate">{tag}</span>
          </Link>
        </li>
      ))}
      {tags.length > mostTags && <li className="py-1 text-xs text-dim">+{tags.length - mostTags}</li>}
    </ul>
  )
}
