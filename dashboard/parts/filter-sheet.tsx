import { SlidersHorizontal } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Button } from './button.tsx'
import { lazyPart } from './lazy-part.tsx'

const Modal = lazyPart(() => import('./modal.tsx'), 'Modal')

interface FilterSheetProps {
  /** The number of active filters. */
  active: number
  onClear: () => void
  children: ReactNode
}

/** A button with the number of active filters, which opens them in a sheet: for small screens. */
export function FilterSheet({ active, onClear, children }: FilterSheetProps) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button aria-haspopup="dialog" aria-expanded={isOpen} onClick={() => setIsOpen(true)}>
        <SlidersHorizontal aria-hidden size={15} /> Filters
        {active > 0 && (
          <span className="flex h-5 min-w-5 items-center justify-center rounded-full bg-accent px-1 text-xs text-on-accent tabular-nums">
            {active}
            <span className="sr-only"> active</span>
          </span>
        )}
      </Button>
      {isOpen && (
        <Modal title="Filters" onClose={() => setIsOpen(false)}>
          <div className="flex flex-col gap-3">{children}</div>
          <div className="mt-5 grid grid-cols-2 gap-2">
            <Button className="justify-center" disabled={active === 0} onClick={onClear}>
              Clear
            </Button>
            <Button look="main" className="justify-center" onClick={() => setIsOpen(false)}>
              Show results
            </Button>
          </div>
        </Modal>
      )}
    </>
  )
}
