import { useRouter } from '@tanstack/react-router'
import { BookOpen, Copy, Keyboard, Link2, LogOut, type LucideIcon, QrCode, Trash2, Upload } from 'lucide-react'
import { toast } from 'sonner'
import { rootPath } from '../api/page-meta.ts'
import { useCan } from '../api/rights.ts'
import { useSession } from '../api/session.ts'
import { copyText } from '../parts/copy-button.tsx'
import { useOpenCreate } from './create-anywhere.tsx'
import { type AnyPage, groupsFor, homePage } from './pages.ts'
import { settingsActions } from './settings-actions.ts'
import { chooseTheme } from './theme.ts'
import { themes } from './theme-switch.tsx'

export interface Action {
  /** Needed if several actions have the same name. */
  id?: string
  name: string
  note?: string
  Icon: LucideIcon
  /** Synonyms for the search. */
  words?: string
  keys?: string[]
  run: () => void
}

export interface ActionGroup {
  name: string
  actions: Action[]
}

/** Synonyms for the pages. */
const pageWords: Readonly<Partial<Record<AnyPage['to'], string>>> = {
  '/': 'dashboard overview start',
  '/links': 'short urls slugs redirects export archive',
  '/qr-codes': 'scans print designs',
  '/campaigns': 'folders utm',
  '/tags': 'labels',
  '/analytics': 'reports statistics utm sources referrers countries devices languages bots export csv',
  '/ab-tests': 'experiments split variants conversions',
  '/keys': 'tokens authentication rate limits permissions',
  '/apps': 'connected mcp agents ai oauth claude chatgpt',
  '/webhooks': 'events deliveries log endpoints signing secret',
  '/domains': 'dns branded subdomain cname',
  '/members': 'people team users roles invite invitations permissions',
  '/audit-log': 'history who changed sign-ins security export',
  '/settings': 'account preferences profile',
  '/system': 'health status queues stores processes version',
}

/** Actions that need no request to the server. */
export function usePaletteActions(onShortcuts: () => void): ActionGroup[] {
  const router = useRouter()
  const openCreate = useOpenCreate()
  const pages = [homePage, ...groupsFor(useSession()).flatMap((group) => group.pages)]
  const creating = useCan()('edit') ? [createActions(openCreate, () => router.navigate({ to: '/qr-codes/new' }))] : []
  return [
    ...creating,
    {
      name: 'Go to',
      actions: [
        ...pages.map(({ to, name, Icon, letter }) => ({
          name,
          Icon,
          words: `go to page open ${pageWords[to] ?? ''}`,
          keys: ['G', letter.toUpperCase()],
          run: () => void router.navigate({ to }),
        })),
        {
          name: 'Imports',
          Icon: Upload,
          words: 'import links csv migrate move bitly kutt yourls shlink dub rebrandly',
          run: () => void router.navigate({ to: '/imports' }),
        },
        {
          name: 'Trash',
          Icon: Trash2,
          words: 'deleted links restore',
          run: () => void router.navigate({ to: '/links', search: { status: 'trashed' } }),
        },
      ],
    },
    {
      name: 'Settings',
      actions: settingsActions((to) => router.navigate({ to })),
    },
    {
      name: 'Theme',
      actions: themes.map(({ theme, name, Icon }) => ({
        name,
        Icon,
        words: 'theme mode color',
        run: () => chooseTheme(theme),
      })),
    },
    {
      name: 'More',
      actions: [
        { name: 'Copy API URL', Icon: Copy, words: 'base address endpoint', run: () => void copyApiUrl() },
        { name: 'API reference', Icon: BookOpen, words: 'docs help', run: () => location.assign(`${rootPath}/docs`) },
        { name: 'Keyboard shortcuts', Icon: Keyboard, words: 'keys help', keys: ['?'], run: onShortcuts },
        { name: 'Sign out', Icon: LogOut, words: 'log out leave', run: signOut },
      ],
    },
  ]
}

const createActions = (openCreate: () => void, openDesigner: () => unknown): ActionGroup => ({
  name: 'Create',
  actions: [
    { name: 'Create link', Icon: Link2, words: 'new short url', keys: ['C'], run: () => openCreate() },
    { name: 'Create QR code', Icon: QrCode, words: 'new design', run: () => void openDesigner() },
  ],
})

async function copyApiUrl(): Promise<void> {
  const url = `${location.origin}${rootPath}/api/v1`
  if (await copyText(url)) toast.success('API URL copied', { description: url })
}

/** Submits the form that is on every page, which has the CSRF token. */
const signOut = () => document.querySelector<HTMLFormElement>(`form[action="${rootPath}/logout"]`)?.requestSubmit()
