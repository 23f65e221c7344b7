import { Check } from 'lucide-react'
import { DropdownMenu } from 'radix-ui'
import type { ReactNode } from 'react'
import type { Triggered } from './lazy-menu.tsx'
import { leaveTaken } from './use-give-back.ts'

interface MenuProps extends Triggered {
  width?: string
  children: ReactNode
}

const entry =
  'flex h-8 cursor-pointer items-center gap-2 rounded px-2 outline-none pointer-coarse:h-11 data-disabled:cursor-default data-disabled:opacity-50 data-highlighted:bg-sunken'

/** Initially open, since it loads when it is first opened: see lazyMenu. */
export const Menu = ({ trigger, width = 'min-w-44', children }: MenuProps) => (
  <DropdownMenu.Root defaultOpen modal={false}>
    <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
    <DropdownMenu.Portal>
      <DropdownMenu.Content
        align="end"
        sideOffset={4}
        collisionPadding={8}
        onCloseAutoFocus={leaveTaken}
        className={`z-30 ${width} rounded-md border border-line bg-raised p-1 shadow-lg`}
      >
        {children}
      </DropdownMenu.Content>
    </DropdownMenu.Portal>
  </DropdownMenu.Root>
)

interface ItemProps {
  onSelect: () => void
  children: ReactNode
  disabled?: boolean
}

export const MenuItem = ({ onSelect, children, disabled = false }: ItemProps) => (
  <DropdownMenu.Item className={entry} onSelect={onSelect} disabled={disabled}>
    {children}
  </DropdownMenu.Item>
)

interface CheckItemProps {
  checked: boolean
  onChange: (checked: boolean) => void
  children: ReactNode
}

/** The menu stays open, so that several items can be checked. */
export const MenuCheckItem = ({ checked, onChange, children }: CheckItemProps) => (
  <DropdownMenu.CheckboxItem
    className="flex h-8 cursor-pointer items-center gap-2 rounded pr-3 pl-8 outline-none pointer-coarse:h-11 data-highlighted:bg-sunken"
    checked={checked}
    onSelect={(event) => event.preventDefault()}
    onCheckedChange={onChange}
  >
    <DropdownMenu.ItemIndicator className="absolute left-3">
      <Check aria-hidden size={14} />
    </DropdownMenu.ItemIndicator>
    {children}
  </DropdownMenu.CheckboxItem>
)

export const MenuLabel = ({ children }: { children: ReactNode }) => (
  <DropdownMenu.Label className="px-2 py-1 text-xs text-dim">{children}</DropdownMenu.Label>
)
