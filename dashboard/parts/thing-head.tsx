import { Lock } from 'lucide-react'
import type { ReactNode } from 'react'
import { lazyPart } from './lazy-part.tsx'
import { useTitle } from './page-head.tsx'

const TagChips = lazyPart(() => import('./tag-chips.tsx'), 'TagChips')

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
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <h1 className="min-w-0 text-xl font-semibold tracking-tight wrap-anywhere">{title}</h1>
          {state}
          {isLocked && <Lock aria-label="Password protected" size={14} className="text-dim" />}
        </div>
        {children}
      </div>
      {actions}
    </div>
  )
}

/** The heading until the resource has loaded, about as high as it will be: `height` is for phones. */
export function ThingHeadSkeleton({ title, height }: { title: string; height: string }) {
  useTitle(title)
  return (
    <div className={`mb-5 sm:h-20 ${height}`}>
      <h1 className="text-xl font-semibold tracking-tight">{title}</h1>
      <div aria-hidden className="skeleton mt-2 h-12" />
    </div>
  )
}

/** A line of facts, followed by the tags. */
export const FactLine = ({ tags, children }: { tags: readonly string[]; children: ReactNode }) => (
  <p className="mt-1 flex flex-wrap items-center gap-x-1 gap-y-1 text-[13px] text-dim">
    {children}
    {tags.length > 0 && <TagChips tags={tags} />}
  </p>
)
