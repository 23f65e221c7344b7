import { useLocation } from '@tanstack/react-router'
import { type PeriodName, periodKeys, periodNames } from '../format/period-names.ts'
import { commandKey } from '../parts/kbd.tsx'
import { Modal } from '../parts/modal.tsx'
import { type KeyRow, keysOf } from './page-keys.ts'
import { allPages } from './pages.ts'

const anywhere = [
  { keys: [commandKey, 'K'], name: 'Search and commands' },
  { keys: ['C'], name: 'Create link' },
  { keys: [commandKey, 'V'], name: 'Create link from copied URL' },
  { keys: ['/'], name: 'Search on this page' },
  { keys: ['?'], name: 'Keyboard shortcuts' },
  { keys: ['Esc'], name: 'Close dialog' },
]

const inReports = (Object.keys(periodNames) as PeriodName[]).map((name) => ({
  keys: [periodKeys[name].toUpperCase()],
  name: periodNames[name],
}))

export function ShortcutList({ onClose }: { onClose: () => void }) {
  const { pathname } = useLocation()
  const page = allPages.find(({ to }) => to === pathname)
  const own = keysOf(pathname)
  return (
    <Modal isText title="Keyboard shortcuts" about="Available when you are not typing." onClose={onClose}>
      <div className="gap-8 space-y-5 sm:columns-2">
        {page !== undefined && own.length > 0 && <Keys title={`On this page: ${page.name}`} rows={own} />}
        <Keys title="Anywhere" rows={anywhere} />
        <Keys title="Report period" rows={inReports} />
        <Keys title="Go to" rows={allPages.map(({ letter, name }) => ({ keys: ['G', letter.toUpperCase()], name }))} />
      </div>
    </Modal>
  )
}

const Keys = ({ title, rows }: { title: string; rows: KeyRow[] }) => (
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
