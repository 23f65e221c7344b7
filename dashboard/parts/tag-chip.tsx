import type { ReactNode } from 'react'
import { TagDot } from './tag-dot.tsx'

interface TagChipProps {
  tag: string
  color: string
  children?: ReactNode
}

/** A tag in its color. */
export const TagChip = ({ tag, color, children }: TagChipProps) => (
  <span className="inline-flex h-6 max-w-full min-w-0 items-center gap-1.5 rounded bg-sunken px-1.5 text-xs text-dim">
    <TagDot color={color} />
    <span className="truncate">{tag}</span>
    {children}
  </span>
)
