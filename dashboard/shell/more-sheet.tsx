import { Link } from '@tanstack/react-router'
import { BookOpen } from 'lucide-react'
import { rootPath } from '../api/page-meta.ts'
import { useSession } from '../api/session.ts'
import { Modal } from '../parts/modal.tsx'
import { AccountSwitch } from './account-switch.tsx'
import { groupsFor } from './pages.ts'
import { SignOut } from './sign-out.tsx'
import { ThemeSwitch } from './theme-switch.tsx'

const entry =
  'flex h-11 min-w-0 items-center gap-3 rounded-md border border-line bg-card px-3 font-medium aria-[current=page]:border-accent aria-[current=page]:text-accent'

export function MoreSheet({ onClose }: { onClose: () => void }) {
  const session = useSession()
  const { user } = session
  return (
    <Modal title="All pages" onClose={onClose}>
      <nav aria-label="All pages" className="flex flex-col gap-4">
        {groupsFor(session).map(({ name, pages }) => (
          <div key={name} role="group" aria-label={name}>
            <p aria-hidden className="mb-1.5 text-xs text-dim">
              {name}
            </p>
            <div className="grid grid-cols-2 gap-2">
              {pages.map(({ to, name: label, Icon }) => (
                <Link key={to} to={to} className={entry} onClick={onClose}>
                  <Icon aria-hidden size={16} className="shrink-0" /> <span className="truncate">{label}</span>
                </Link>
              ))}
            </div>
          </div>
        ))}
        <div className="grid grid-cols-2 gap-2">
          <a href={`${rootPath}/docs`} className={entry}>
            <BookOpen aria-hidden size={16} /> API reference
          </a>
        </div>
      </nav>
      <div className="mt-4 flex items-center justify-between gap-3 border-t border-line pt-3">
        <p aria-hidden>Theme</p>
        <ThemeSwitch />
      </div>
      <div className="mt-3 border-t border-line pt-1">
        <AccountSwitch />
      </div>
      <div className="mt-3 flex items-center justify-between gap-3 border-t border-line pt-3">
        <p className="min-w-0 truncate text-dim">{user.email}</p>
        <SignOut />
      </div>
    </Modal>
  )
}
