import { Tabs as Parts } from 'radix-ui'
import type { ReactNode } from 'react'

interface TabsProps<Key extends string> {
  title: string
  tabs: readonly { key: Key; name: string }[]
  chosen: Key
  onChoose: (key: Key) => void
  children: ReactNode
}

/** A card with tabs in place of a heading. */
export function TabbedCard<Key extends string>({ title, tabs, chosen, onChoose, children }: TabsProps<Key>) {
  return (
    <section className="card flex min-w-0 flex-col p-4 sm:p-5" aria-label={title}>
      <h2 className="sr-only">{title}</h2>
      <Parts.Root value={chosen} onValueChange={(key) => onChoose(key as Key)} className="flex min-w-0 flex-1 flex-col">
        <Parts.List
          aria-label={title}
          className="-mx-1 -mt-1 mb-3 flex gap-1 overflow-x-auto p-1 [scrollbar-width:none]"
        >
          {tabs.map(({ key, name }) => (
            <Parts.Trigger
              key={key}
              value={key}
              className="h-7 shrink-0 rounded-md px-2 pointer-coarse:h-11 pointer-coarse:min-w-11 font-medium text-dim hover:text-text data-[state=active]:bg-sunken data-[state=active]:text-text"
            >
              {name}
            </Parts.Trigger>
          ))}
        </Parts.List>
        <Parts.Content value={chosen} tabIndex={-1} className="flex min-w-0 flex-1 flex-col outline-none">
          {children}
        </Parts.Content>
      </Parts.Root>
    </section>
  )
}
