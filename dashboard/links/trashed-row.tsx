import { useLayoutEffect, useRef } from 'react'
import { count } from '../format/numbers.ts'
import { Button } from '../parts/button.tsx'
import { giveFocus } from '../parts/give-focus.ts'
import type { Trashed } from './trash.ts'

/** The button undoes the deletion of all links that were deleted together. */
export function TrashedRow({ url, size, undo, takeFocus }: Trashed & { url: string }) {
  const button = useRef<HTMLButtonElement>(null)
  useLayoutEffect(() => {
    if (takeFocus()) giveFocus(button.current)
  }, [takeFocus])
  return (
    <div className="flex h-full items-center gap-4 bg-sunken/50 pr-3 pl-12 text-dim">
      <p className="min-w-0 flex-1 truncate">
        Moved to the trash: <s>{url}</s>
      </p>
      <Button
        ref={button}
        data-row-link
        onClick={({ currentTarget }) => {
          const row = currentTarget.closest('li')
          undo()
          requestAnimationFrame(() => giveFocus(row?.querySelector('[data-row-link]') ?? null))
        }}
      >
        {size === 1 ? 'Undo' : `Undo all ${count(size)}`}
        <span className="sr-only">
          {size === 1 ? ' the deletion of ' : ' deletions, including '}
          {url}
        </span>
      </Button>
    </div>
  )
}
