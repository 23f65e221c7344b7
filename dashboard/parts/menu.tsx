import { DropdownMenu } from 'radix-ui'
import type { ReactNode } from 'react'
import { leaveTaken } from './use-give-back.ts'

interface MenuProps {
  /** What opens it. */
  trigger: ReactNode
  children: ReactNode
  onOpenChange?: (isOpen: boolean) => void
}

const entry =
  'flex h-8 cursor-pointer items-center gap-2 rounded px-2 outline-none data-disabled:cursor-default data-disabled:opacity-50 data-highlighted:bg-sunken'

/** Loaded when it is first opened: see LazyMenu. */
export function Menu({ trigger, children, onOpenChange }: MenuProps) {
  return (
    <DropdownMenu.Root defaultOpen modal={false} {...(onOpenChange !== undefined && { onOpenChange })}>
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          align="end"
          sideOffset={4}
          collisionPadding={8}
          onCloseAutoFocus={leaveTaken}
          className="z-30 min-w-44 rounded-md border border-line bg-raised p-1 shadow-lg"
        >
          {children}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  )
}

export const MenuItem = ({ onSelect, children, disabled = false }: ItemProps) => (
  <DropdownMenu.Item className={entry} onSelect={onSelect} disabled={disabled}>
    {children}
  </DropdownMenu.Item>
)

interface ItemProps {
  onSelect: () => void
  children: ReactNode
  disabled?: boolean
}

export const MenuLabel = ({ children }: { children: ReactNode }) => (
  <DropdownMenu.Label className="px-2 py-1 text-xs text-dim">{children}</DropdownMenu.Label>
)
