import { Lock } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTitle } from './page-head.tsx'

interface ThingHeadProps {
  title: string
  state: ReactNode
  isLocked?: boolean
  actions?: ReactNode
  children: ReactNode
}

/** Heading of a page about one resource. */
export function ThingHead({ title, state, isLocked = false, actions, children }: ThingHeadProps) {
  useTitle(title)
  return (
    <div className="mb-5 flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
      <div className="min-w-0 flex-1 basis-80">
        <div className="flex items-center gap-2">
          <h1 className="min-w-0 truncate text-xl font-semibold tracking-tight" title={title}>
            {title}
          </h1>
          {state}
          {isLocked && <Lock aria-label="Password protected" size={14} className="text-dim" />}
        </div>
        {children}
      </div>
      {actions}
    </div>
  )
}

/** A line of facts, followed by the tags. */
export const FactLine = ({ tags, children }: { tags: readonly string[]; children: ReactNode }) => (
  <p className="mt-1 flex flex-wrap items-center gap-x-2 gap-y-1 text-[13px] text-dim">
    {children}
    {tags.map((tag) => (
      <span key={tag} className="rounded bg-sunken px-1.5 py-0.5 text-xs">
        {tag}
      </span>
    ))}
  </p>
)
