import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { Command } from 'cmdk'
import { Link2, type LucideIcon, Megaphone, QrCode, Search } from 'lucide-react'
import { Dialog } from 'radix-ui'
import { useState } from 'react'
import { messageOf } from '../api/failure.ts'
import { findQuery } from '../api/find.ts'
import { useGiveBack } from '../parts/use-give-back.ts'
import { useSettled } from '../parts/use-settled.ts'
import { matchesWords } from './match-words.ts'
import { type Action, usePaletteActions } from './palette-actions.ts'

const pauseMs = 150
/** A single letter is in nearly every name. */
const shortestSearch = 2

interface PaletteProps {
  onClose: () => void
  onShortcuts: () => void
}

/** Goes anywhere, finds anything by its name, does anything. */
export function Palette({ onClose, onShortcuts }: PaletteProps) {
  const [search, setSearch] = useState('')
  const giveBack = useGiveBack()
  const groups = usePaletteActions(onShortcuts)
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
                placeholder="Find something, go to a page"
                className="h-12 min-w-0 flex-1 bg-transparent outline-none"
              />
              <Dialog.Close className="rounded border border-line px-1.5 py-0.5 text-xs text-dim hover:text-text">
                Esc
              </Dialog.Close>
            </div>
            <Command.List className="max-h-[min(60dvh,26rem)] scroll-py-2 overflow-y-auto p-2">
              <FoundGroups search={search.trim()} onRun={then} />
              {groups.map(({ name, actions }) => (
                <ActionGroup
                  key={name}
                  name={name}
                  actions={actions.filter((action) => matchesWords(`${action.name} ${action.words ?? ''}`, search))}
                  onRun={then}
                />
              ))}
              <Command.Empty className="px-3 py-8 text-center text-dim">Nothing is called like that.</Command.Empty>
            </Command.List>
          </Command>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

const heading =
  '[&_[cmdk-group-heading]]:px-2 [&_[cmdk-group-heading]]:pt-2 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-xs [&_[cmdk-group-heading]]:text-dim'

function FoundGroups({ search, onRun }: { search: string; onRun: (run: () => void) => void }) {
  const router = useRouter()
  const settled = useSettled(search, pauseMs)
  const isLong = settled.length >= shortestSearch && search !== ''
  const { data, error, isPlaceholderData } = useQuery({ ...findQuery(settled), enabled: isLong })
  if (!isLong) return null
  if (error !== null) return <p className="px-2 py-2 text-bad">Nothing could be searched: {messageOf(error)}</p>
  if (data === undefined) return <Command.Loading className="px-2 py-2 text-dim">Searching …</Command.Loading>
  const links = data.links.map((link) => ({
    ...link,
    Icon: Link2,
    run: () => void router.navigate({ to: '/links/$id', params: { id: link.id } }),
  }))
  const campaigns = data.campaigns.map((campaign) => ({
    ...campaign,
    Icon: Megaphone,
    run: () => void router.navigate({ to: '/campaigns/$id', params: { id: campaign.id } }),
  }))
  const codes = data.codes.map((code) => ({
    ...code,
    Icon: QrCode,
    run: () => void router.navigate({ to: '/qr-codes/$id', params: { id: code.id } }),
  }))
  return (
    <div className={isPlaceholderData ? 'opacity-60' : ''}>
      <ActionGroup name="Links" actions={links} onRun={onRun} />
      <ActionGroup name="Campaigns" actions={campaigns} onRun={onRun} />
      <ActionGroup name="QR codes" actions={codes} onRun={onRun} />
    </div>
  )
}

interface GroupProps {
  name: string
  actions: (Action & { id?: string; note?: string })[]
  onRun: (run: () => void) => void
}

function ActionGroup({ name: group, actions, onRun }: GroupProps) {
  if (actions.length === 0) return null
  return (
    <Command.Group heading={group} className={heading}>
      {actions.map(({ id, name, note, Icon, keys, run }) => (
        <Command.Item
          key={id ?? name}
          value={`${group} ${id ?? name}`}
          onSelect={() => onRun(run)}
          className="flex min-h-9 cursor-pointer items-center gap-2.5 rounded-md px-2 data-[selected=true]:bg-tint"
        >
          <RowIcon Icon={Icon} />
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

const RowIcon = ({ Icon }: { Icon: LucideIcon }) => <Icon aria-hidden size={16} className="shrink-0 text-dim" />
