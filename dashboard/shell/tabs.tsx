import { Link } from '@tanstack/react-router'
import { Menu, Search } from 'lucide-react'
import { useState } from 'react'
import { IconButton } from '../parts/button.tsx'
import { lazyPart } from '../parts/lazy-part.tsx'
import { useOpenCommands } from './commands.tsx'
import { Brand } from './nav.tsx'
import { allPages } from './pages.ts'

const loadSheet = () => import('./more-sheet.tsx')
const MoreSheet = lazyPart(loadSheet, 'MoreSheet')

const inBar = allPages.filter(({ isInBar }) => isInBar === true)

const tab =
  'flex h-14 min-w-0 flex-1 flex-col items-center justify-center gap-1 text-xs text-dim aria-[current=page]:text-accent aria-expanded:text-accent'

export function TopBar() {
  const openCommands = useOpenCommands()
  return (
    <header className="flex items-center justify-between border-b border-line bg-card px-4 py-2 md:hidden">
      <Brand />
      <IconButton Icon={Search} iconSize={18} title="Search" onClick={() => openCommands('palette')} />
    </header>
  )
}

/** Tab bar of small screens: the main pages, and a menu with all others. */
export function Tabs() {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <nav
        aria-label="Pages"
        className="fixed inset-x-0 bottom-0 z-20 flex border-t border-line bg-card pb-[env(safe-area-inset-bottom)] md:hidden"
      >
        {inBar.map(({ to, name, Icon }) => (
          <Link key={to} to={to} activeOptions={{ exact: to === '/' }} className={tab}>
            <Icon aria-hidden size={18} /> {name}
          </Link>
        ))}
        <button
          type="button"
          aria-haspopup="dialog"
          aria-expanded={isOpen}
          className={tab}
          onPointerEnter={() => void loadSheet()}
          onClick={() => setIsOpen(true)}
        >
          <Menu aria-hidden size={18} /> More
        </button>
      </nav>
      {isOpen && <MoreSheet onClose={() => setIsOpen(false)} />}
    </>
  )
}
