import { ListFilter } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { buttonStyle } from '../parts/button.tsx'
import type { View } from './view.ts'

const FilterMenu = lazy(async () => ({ default: (await import('./filter-menu.tsx')).FilterMenu }))

/** Any filter, also those that no card has rows of. */
export function AddFilter({ view }: { view: View }) {
  const [isAsked, setIsAsked] = useState(false)
  const trigger = (
    <button
      type="button"
      className={`${buttonStyle()} h-8! text-[13px]`}
      aria-haspopup="dialog"
      onClick={() => setIsAsked(true)}
    >
      <ListFilter aria-hidden size={14} /> Filter
    </button>
  )
  if (!isAsked) return trigger
  return (
    <Suspense fallback={trigger}>
      <FilterMenu view={view} trigger={trigger} />
    </Suspense>
  )
}
