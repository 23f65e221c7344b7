import { useRouter } from '@tanstack/react-router'
import { BookOpen, Copy, Keyboard, Link2, LogOut, type LucideIcon, QrCode } from 'lucide-react'
import { toast } from 'sonner'
import { rootPath } from '../api/page-meta.ts'
import { useSession } from '../api/session.ts'
import { copyText } from '../parts/copy-button.tsx'
import { useOpenCreate } from './create-anywhere.tsx'
import { groupsFor, homePage } from './pages.ts'
import { chooseTheme } from './theme.ts'
import { themes } from './theme-switch.tsx'

export interface Action {
  /** Where several have the same name. */
  id?: string
  name: string
  note?: string
  Icon: LucideIcon
  /** Other words for it. */
  words?: string
  keys?: string[]
  run: () => void
}

export interface ActionGroup {
  name: string
  actions: Action[]
}

/** All that the palette can do without asking the server, group by group. */
export function usePaletteActions(onShortcuts: () => void): ActionGroup[] {
  const router = useRouter()
  const openCreate = useOpenCreate()
  const pages = [
    homePage,
    ...groupsFor({ isOwner: useSession().installation.is_owner }).flatMap((group) => group.pages),
  ]
  return [
    {
      name: 'Create',
      actions: [
        { name: 'Create a link', Icon: Link2, words: 'new short url', keys: ['C'], run: () => openCreate() },
        {
          name: 'Create a QR code',
          Icon: QrCode,
          words: 'new design',
          run: () => void router.navigate({ to: '/qr-codes/new' }),
        },
      ],
    },
    {
      name: 'Go to',
      actions: pages.map(({ to, name, Icon, letter }) => ({
        name,
        Icon,
        words: 'go to page open',
        keys: ['G', letter.toUpperCase()],
        run: () => void router.navigate({ to }),
      })),
    },
    {
      name: 'Colours',
      actions: themes.map(({ theme, name, Icon }) => ({
        name,
        Icon,
        words: 'theme mode colours',
        run: () => chooseTheme(theme),
      })),
    },
    {
      name: 'More',
      actions: [
        {
          name: 'Copy the address of the API',
          Icon: Copy,
          words: 'base url endpoint',
          run: () => void copyApiUrl(),
        },
        { name: 'API reference', Icon: BookOpen, words: 'docs help', run: () => location.assign(`${rootPath}/docs`) },
        { name: 'Keyboard shortcuts', Icon: Keyboard, words: 'keys help', keys: ['?'], run: onShortcuts },
        { name: 'Sign out', Icon: LogOut, words: 'log out leave', run: signOut },
      ],
    },
  ]
}

async function copyApiUrl(): Promise<void> {
  const url = `${location.origin}${rootPath}/api/v1`
  if (await copyText(url)) toast.success('Copied', { description: url })
}

/** By the form that is on every page: it carries the token that the server asks for. */
const signOut = () => document.querySelector<HTMLFormElement>(`form[action="${rootPath}/logout"]`)?.requestSubmit()
