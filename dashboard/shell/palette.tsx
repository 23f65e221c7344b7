import { Command } from 'cmdk'
import { Search } from 'lucide-react'
import { Dialog } from 'radix-ui'
import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { messageOf } from '../api/failure.ts'
import { matchesWords } from '../format/match-words.ts'
import { keepDuringConversion } from '../parts/dialog-events.ts'
import { useGiveBack } from '../parts/use-give-back.ts'
import { type ActionGroup, usePaletteActions } from './palette-actions.ts'
import { useFound } from './use-found.ts'
import { useReference } from './use-reference.ts'
import { useShorten } from './use-shorten.ts'

/** Command palette: opens pages, finds resources by name, and runs actions. */
export function Palette({ onClose, onShortcuts }: { onClose: () => void; onShortcuts: () => void }) {
  const [search, setSearch] = useState('')
  const giveBack = useGiveBack()
  const { groups: found, isSearching, error } = useFound(search.trim())
  const groups = [
    ...useShorten(search),
    ...found,
    ...onlyNamed(usePaletteActions(onShortcuts), search),
    ...useReference(search.trim()),
  ]
  const list = useRef<HTMLDivElement>(null)
  useHighlight(list)
  const then = (run: () => void) => {
    onClose()
    run()
  }
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-40 bg-scrim" />
        <Dialog.Content
          aria-describedby={undefined}
          onCloseAutoFocus={giveBack}
          onEscapeKeyDown={keepDuringConversion}
          className="fixed inset-x-3 top-3 z-50 rounded-xl border border-line bg-raised shadow-xl outline-none sm:inset-x-auto sm:top-[12vh] sm:left-1/2 sm:w-[36rem] sm:-translate-x-1/2"
        >
          <Dialog.Title className="sr-only">Search and commands</Dialog.Title>
          <Command shouldFilter={false} loop label="Search and commands">
            <div className="flex items-center gap-2.5 border-b border-line px-4">
              <Search aria-hidden size={16} className="shrink-0 text-dim" />
              <Command.Input
                autoFocus
                value={search}
                onValueChange={setSearch}
                placeholder="Search, paste a URL, or run a command"
                className="h-12 min-w-0 flex-1 bg-transparent outline-none"
              />
              <Dialog.Close className="touch-target rounded border border-line px-1.5 py-0.5 text-xs text-dim hover:text-text">
                Esc
              </Dialog.Close>
            </div>
            <Command.List ref={list} className="max-h-[min(60dvh,26rem)] scroll-py-2 overflow-y-auto p-2">
              {groups.map(({ name, actions }) => (
                <Group key={name} name={name} actions={actions} onRun={then} />
              ))}
            </Command.List>
            <div role="status">
              {isSearching && <Command.Loading className="px-4 pb-3 text-dim">Searching…</Command.Loading>}
              {error !== null && <p className="px-4 pb-3 text-bad">Search failed. {messageOf(error)}</p>}
              {!isSearching && error === null && (
                <Command.Empty className="px-4 pt-4 pb-8 text-center text-dim">
                  <span className="[overflow-wrap:anywhere]">No results for “{search.trim()}”.</span>
                  <span className="mt-1 block text-[13px]">
                    Search for pages, settings, links, campaigns, QR codes, and API operations.
                  </span>
                </Command.Empty>
              )}
            </div>
          </Command>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

const onlyNamed = (groups: ActionGroup[], search: string): ActionGroup[] =>
  groups.map(({ name: group, actions }) => ({
    name: group,
    actions: actions.filter(({ name, words = '' }) => matchesWords(`${name} ${words}`, search)),
  }))

const heading =
  '[&_[cmdk-group-heading]]:px-2 [&_[cmdk-group-heading]]:pt-2 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-xs [&_[cmdk-group-heading]]:text-dim'

interface GroupProps extends ActionGroup {
  onRun: (run: () => void) => void
}

function Group({ name: group, actions, onRun }: GroupProps) {
  if (actions.length === 0) return null
  return (
    <Command.Group heading={group} className={heading}>
      {actions.map(({ id, name, note, Icon, keys, run }) => (
        <Command.Item
          key={id ?? name}
          value={`${group} ${id ?? name}`}
          onSelect={() => onRun(run)}
          className="flex min-h-9 pointer-coarse:min-h-11 cursor-pointer items-center gap-2.5 rounded-md px-2 data-[selected=true]:bg-tint"
        >
          <Icon aria-hidden size={16} className="shrink-0 text-dim" />
          <span className="min-w-0 truncate">{name}</span>
          {note !== undefined && <span className="min-w-0 flex-1 truncate text-[13px] text-dim">{note}</span>}
          {keys !== undefined && (
            <span aria-hidden className="ml-auto hidden gap-1 text-xs text-dim sm:flex">
              {keys.map((key) => (
                <kbd key={key} className="min-w-5 rounded border border-line px-1 text-center font-sans">
                  {key}
                </kbd>
              ))}
            </span>
          )}
        </Command.Item>
      ))}
    </Command.Group>
  )
}

/**
 * Keeps an item highlighted while the list has any. `Command` does so itself, except when the highlighted item disappears
 * together with others. This presses Home then, which highlights the first item.
 */
function useHighlight(list: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const { current } = list
    if (current === null || current.querySelector('[aria-selected="true"]') !== null) return
    current.dispatchEvent(new KeyboardEvent('keydown', { key: 'Home', bubbles: true }))
  })
}
