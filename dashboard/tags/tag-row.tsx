import { Link } from '@tanstack/react-router'
import { Merge, Pencil, Trash2 } from 'lucide-react'
import type { Tag } from '../api/tags.ts'
import { count, plural, quantity } from '../format/numbers.ts'
import { IconButton } from '../parts/button.tsx'
import { TagDot } from '../parts/tag-dot.tsx'
import type { TagAct } from './tag-dialogs.tsx'

export function TagRow({ tag, onAct }: { tag: Tag; onAct: (act: TagAct) => void }) {
  const { name, color, click_count } = tag
  return (
    <div className="flex min-h-12 items-center gap-3 py-1.5 pr-2 pl-4 hover:bg-sunken/50 sm:gap-4">
      <TagDot color={color} />
      <div className="min-w-0 flex-1 sm:flex sm:items-center sm:gap-4">
        <div className="min-w-0 flex-1">
          <Link to="/links" search={{ tag: name }} className="row-name block" title={`Links with the tag ${name}`}>
            {name}
          </Link>
          <p className="text-[13px] text-dim sm:truncate">{usesOf(tag)}</p>
        </div>
        <p
          className="font-medium tabular-nums max-sm:text-[13px] sm:text-right"
          title="Lifetime clicks, including those of links in the trash"
        >
          {count(click_count)} <span className="font-normal text-dim">{plural(click_count, 'click')}</span>
        </p>
      </div>
      <div className="flex">
        <IconButton Icon={Pencil} title="Edit" onClick={() => onAct('edit')} label={`Edit ${name}`} />
        <IconButton Icon={Merge} title="Merge" onClick={() => onAct('merge')} label={`Merge ${name}`} />
        <IconButton Icon={Trash2} title="Delete" onClick={() => onAct('delete')} label={`Delete ${name}`} />
      </div>
    </div>
  )
}

/** What has the tag: "3 links, 1 QR code". */
function usesOf({ link_count, qr_code_count, campaign_count }: Tag): string {
  return [
    quantity(link_count, 'link'),
    ...(qr_code_count > 0 ? [quantity(qr_code_count, 'QR code')] : []),
    ...(campaign_count > 0 ? [quantity(campaign_count, 'campaign')] : []),
  ].join(', ')
}
