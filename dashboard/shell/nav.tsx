import { Link } from '@tanstack/react-router'
import { BookOpen, House, KeyRound, Link2, LogOut, UserRound } from 'lucide-react'
import { rootPath } from '../api/place.ts'
import { useSession } from '../api/session.ts'
import { ThemeSwitch } from './theme-switch.tsx'

const pages = [
  { to: '/', name: 'Home', Icon: House },
  { to: '/links', name: 'Links', Icon: Link2 },
  { to: '/keys', name: 'API keys', Icon: KeyRound },
] as const

const entry =
  'flex h-9 items-center gap-2.5 rounded-md px-2.5 font-medium text-dim hover:bg-sunken hover:text-text aria-[current=page]:bg-sunken aria-[current=page]:text-text'

/** At the side; on small screens Tabs take its place. */
export function Sidebar() {
  const { user } = useSession()
  return (
    <aside className="sticky top-0 hidden h-dvh w-60 shrink-0 flex-col border-r border-line bg-card p-3 md:flex">
      <Brand />
      <nav aria-label="Pages" className="mt-5 flex flex-col gap-0.5">
        {pages.map(({ to, name, Icon }) => (
          <Link key={to} to={to} className={entry} activeOptions={{ exact: to === '/' }}>
            <Icon aria-hidden size={16} /> {name}
          </Link>
        ))}
      </nav>
      <div className="mt-auto flex flex-col gap-0.5">
        <a href={`${rootPath}/docs`} className={entry}>
          <BookOpen aria-hidden size={16} /> API reference
        </a>
        <a href={`${rootPath}/account`} className={entry}>
          <UserRound aria-hidden size={16} /> Account
        </a>
        <div className="mt-3 flex items-center justify-between border-t border-line px-1 pt-3">
          <ThemeSwitch />
          <SignOut />
        </div>
        <p className="truncate px-1 pt-2 text-xs text-dim" title={user.email}>
          {user.email}
        </p>
      </div>
    </aside>
  )
}

export const TopBar = () => (
  <header className="flex items-center justify-between border-b border-line bg-card px-4 py-2 md:hidden">
    <Brand />
    <div className="flex items-center gap-2">
      <ThemeSwitch />
      <a
        href={`${rootPath}/account`}
        className="flex size-8 items-center justify-center rounded-md text-dim"
        title="Account"
      >
        <UserRound aria-hidden size={18} />
        <span className="sr-only">Account</span>
      </a>
      <SignOut />
    </div>
  </header>
)

export const Tabs = () => (
  <nav
    aria-label="Pages"
    className="fixed inset-x-0 bottom-0 z-20 flex border-t border-line bg-card pb-[env(safe-area-inset-bottom)] md:hidden"
  >
    {pages.map(({ to, name, Icon }) => (
      <Link
        key={to}
        to={to}
        activeOptions={{ exact: to === '/' }}
        className="flex h-14 flex-1 flex-col items-center justify-center gap-1 text-xs text-dim aria-[current=page]:text-accent"
      >
        <Icon aria-hidden size={18} /> {name}
      </Link>
    ))}
  </nav>
)

const Brand = () => (
  <Link to="/" className="flex items-center gap-2 rounded-md px-1.5 py-1 text-[15px] font-semibold tracking-tight">
    <img src="icon.svg" alt="" width={20} height={20} /> Waymark
  </Link>
)

/** A form, as the server's own pages have: the session ends there. */
function SignOut() {
  const { csrf_token } = useSession()
  return (
    <form method="post" action={`${rootPath}/logout`}>
      <input type="hidden" name="csrf_token" value={csrf_token} />
      <button
        type="submit"
        title="Sign out"
        className="flex size-8 items-center justify-center rounded-md text-dim hover:bg-sunken hover:text-text"
      >
        <LogOut aria-hidden size={16} />
        <span className="sr-only">Sign out</span>
      </button>
    </form>
  )
}
