import { Popover } from 'radix-ui'
import { useState } from 'react'
import type { Triggered } from '../parts/lazy-menu.tsx'
import { leaveTaken } from '../parts/use-give-back.ts'
import { FilterPicker } from './filter-picker.tsx'
import type { View } from './view.ts'

/** A menu of all filters, including those without a card: pick a filter, then a value. */
export function FilterMenu({ view, trigger }: Triggered & { view: View }) {
  const [isOpen, setIsOpen] = useState(true)
  return (
    <Popover.Root open={isOpen} onOpenChange={setIsOpen}>
      <Popover.Trigger asChild>{trigger}</Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          align="start"
          sideOffset={4}
          collisionPadding={8}
          onCloseAutoFocus={leaveTaken}
          aria-label="Add filter"
          className="z-30 w-72 overflow-hidden rounded-md border border-line bg-raised shadow-lg outline-none"
        >
          <FilterPicker view={view} onDone={() => setIsOpen(false)} isFocused />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}
