import { Link } from '@tanstack/react-router'
import { BookOpen, Keyboard, Search } from 'lucide-react'
import { rootPath } from '../api/page-meta.ts'
import { useSession } from '../api/session.ts'
import { IconButton } from '../parts/button.tsx'
import { commandKey, Kbd } from '../parts/kbd.tsx'
import { AccountSwitch } from './account-switch.tsx'
import { useOpenCommands } from './commands.tsx'
import { type AnyPage, groupsFor, homePage } from './pages.ts'
import { SignOut } from './sign-out.tsx'
import { ThemeSwitch } from './theme-switch.tsx'

const entry =
  'flex h-9 shrink-0 short:h-7 items-center gap-2.5 rounded-md px-2.5 font-medium text-dim hover:bg-sunken hover:text-text aria-[current=page]:bg-sunken aria-[current=page]:text-text'

/** The sidebar. On small screens, Tabs replace it. */
export function Sidebar() {
  const session = useSession()
  const { user } = session
  const openCommands = useOpenCommands()
  return (
    <aside className="sticky top-0 hidden h-dvh w-60 shrink-0 flex-col border-r border-line bg-card p-3 md:flex">
      <Brand />
      <button
        type="button"
        className="mt-4 flex h-9 shrink-0 items-center gap-2 rounded-md border border-line px-2.5 text-dim hover:bg-sunken hover:text-text"
        onClick={() => openCommands('palette')}
      >
        <Search aria-hidden size={15} /> Search
        <span className="ml-auto">
          <Kbd>{`${commandKey} K`}</Kbd>
        </span>
      </button>
      <nav
        aria-label="Pages"
        className="scroll-shadow -mx-1 mt-3 flex min-h-0 flex-1 flex-col overflow-y-auto px-1 pb-2 short:mt-2"
      >
        <PageLink page={homePage} />
        {groupsFor(session).map(({ name, pages }) => (
          <div key={name} role="group" aria-label={name} className="mt-3 flex flex-col gap-0.5 short:mt-1">
            <p aria-hidden className="px-2.5 pb-1 text-xs text-dim">
              {name}
            </p>
            {pages.map((page) => (
              <PageLink key={page.to} page={page} />
            ))}
          </div>
        ))}
      </nav>
      <div className="flex flex-col gap-0.5 border-t border-line pt-2">
        <a href={`${rootPath}/docs`} className={entry}>
          <BookOpen aria-hidden size={16} /> API reference
        </a>
        <div className="mt-1 flex items-center justify-between px-1">
          <ThemeSwitch />
          <div className="flex">
            <IconButton
              Icon={Keyboard}
              iconSize={16}
              title="Keyboard shortcuts"
              onClick={() => openCommands('shortcuts')}
            />
            <SignOut />
          </div>
        </div>
        <AccountSwitch />
        <p className="truncate px-1 pt-2 text-xs text-dim" title={user.email}>
          {user.email}
        </p>
      </div>
    </aside>
  )
}

const PageLink = ({ page: { to, name, Icon } }: { page: AnyPage }) => (
  <Link to={to} className={entry} activeOptions={{ exact: to === '/' }}>
    <Icon aria-hidden size={16} /> {name}
  </Link>
)

export const Brand = () => (
  <Link
    to="/"
    className="flex items-center gap-2 rounded-md px-1.5 py-1 pointer-coarse:min-h-11 text-[15px] font-semibold tracking-tight"
  >
    <img src="icon.svg" alt="" width={20} height={20} /> Waymark
  </Link>
)
