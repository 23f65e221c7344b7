import { Link } from '@tanstack/react-router'
import { MousePointerClick, Trash2 } from 'lucide-react'
import type { ShortUrl } from '#schemas/links.ts'
import { bareAddress } from '../format/addresses.ts'
import { compact, count } from '../format/numbers.ts'
import { Button } from '../parts/button.tsx'
import { CopyButton } from '../parts/copy-button.tsx'
import { RelativeTime } from '../parts/relative-time.tsx'
import { Status } from '../parts/status.tsx'
import { useDeleteLater } from './delete-later.ts'

const mostTags = 2

/** One link: where it is, where it leads, how it does. */
export function LinkRow({ link }: { link: ShortUrl }) {
  const deleteLater = useDeleteLater()
  return (
    <div className="group flex h-full items-center gap-2 pr-2 pl-4 hover:bg-sunken/50 sm:gap-4 sm:pr-3">
      <div className="min-w-0 flex-1">
        <div className="flex items-center gap-1">
          <Link
            to="/links/$id"
            params={{ id: link.id }}
            className="min-w-0 truncate rounded font-medium hover:underline"
            title={link.name ?? link.short_url}
          >
            {bareAddress(link.short_url)}
          </Link>
          <CopyButton text={link.short_url} label={`Copy ${bareAddress(link.short_url)}`} />
        </div>
        <p className="truncate text-[13px] text-dim" title={link.original_url}>
          {link.name !== null && <span className="text-text">{link.name} · </span>}
          {bareAddress(link.original_url)}
        </p>
      </div>
      <Tags tags={link.tags} />
      <div className="hidden w-24 justify-end sm:flex">
        <Status status={link.status} />
      </div>
      <p className="hidden w-24 text-right text-[13px] text-dim lg:block">
        <RelativeTime at={link.created_at} />
      </p>
      <p
        className="flex w-16 items-center justify-end gap-1.5 font-medium tabular-nums"
        title={`${count(link.click_count)} clicks`}
      >
        <MousePointerClick aria-hidden size={14} className="text-dim" />
        {compact(link.click_count)}
        <span className="sr-only">clicks</span>
      </p>
      <Button look="bare" size="icon" title="Delete" onClick={() => deleteLater(link)}>
        <Trash2 aria-hidden size={15} />
        <span className="sr-only">Delete {link.short_code}</span>
      </Button>
    </div>
  )
}

function Tags({ tags }: { tags: string[] }) {
  if (tags.length === 0) return null
  return (
    <ul className="hidden max-w-56 gap-1 overflow-hidden md:flex" title={tags.join(', ')}>
      {tags.slice(0, mostTags).map((tag) => (
        <li key={tag} className="truncate rounded bg-sunken px-1.5 py-0.5 text-xs text-dim">
          {tag}
        </li>
      ))}
      {tags.length > mostTags && <li className="py-0.5 text-xs text-dim">+{tags.length - mostTags}</li>}
    </ul>
  )
}
