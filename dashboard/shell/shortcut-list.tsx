import { commandKey } from '../parts/kbd.tsx'
import { Modal } from '../parts/modal.tsx'
import { allPages } from './pages.ts'

const anywhere = [
  { keys: [commandKey, 'K'], name: 'Search and commands' },
  { keys: ['C'], name: 'Create link' },
  { keys: [commandKey, 'V'], name: 'Create link from copied URL' },
  { keys: ['/'], name: 'Search on this page' },
  { keys: ['?'], name: 'Keyboard shortcuts' },
  { keys: ['Esc'], name: 'Close dialog' },
]

const inLinks = [
  { keys: ['J'], name: 'Next link' },
  { keys: ['K'], name: 'Previous link' },
  { keys: ['X'], name: 'Select link' },
  { keys: ['Shift', 'X'], name: 'Select links up to this one' },
]

export const ShortcutList = ({ onClose }: { onClose: () => void }) => (
  <Modal title="Keyboard shortcuts" about="Available when you are not typing." onClose={onClose}>
    <div className="gap-8 space-y-5 sm:columns-2">
      <Keys title="Anywhere" rows={anywhere} />
      <Keys title="In the list of links" rows={inLinks} />
      <Keys title="Go to" rows={allPages.map(({ letter, name }) => ({ keys: ['G', letter.toUpperCase()], name }))} />
    </div>
  </Modal>
)

const Keys = ({ title, rows }: { title: string; rows: { keys: string[]; name: string }[] }) => (
  <section aria-label={title} className="break-inside-avoid">
    <h3 className="mb-2 text-xs text-dim">{title}</h3>
    <dl className="flex flex-col gap-1.5">
      {rows.map(({ keys, name }) => (
        <div key={name} className="flex min-h-6 items-center justify-between gap-4">
          <dt>{name}</dt>
          <dd className="flex shrink-0 gap-1">
            {keys.map((key) => (
              <kbd
                key={key}
                className="flex h-6 min-w-6 items-center justify-center rounded border border-line bg-sunken px-1.5 font-sans text-xs"
              >
                {key}
              </kbd>
            ))}
          </dd>
        </div>
      ))}
    </dl>
  </section>
)
