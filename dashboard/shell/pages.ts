import {
  Activity,
  AppWindow,
  ChartLine,
  FlaskConical,
  FolderOpen,
  Globe,
  House,
  KeyRound,
  Link2,
  type LucideIcon,
  QrCode,
  Settings,
  Tags,
  Webhook,
} from 'lucide-react'

interface Page<To extends string> {
  to: To
  name: string
  Icon: LucideIcon
  /** G and this letter open the page. */
  letter: string
  /** Shown in the tab bar of small screens; other pages are under More. */
  isInBar?: boolean
  isForOwner?: boolean
}

const page = <const To extends string>(given: Page<To>): Page<To> => given

export const homePage = page({ to: '/', name: 'Home', Icon: House, letter: 'h', isInBar: true })

/** Pages in the navigation, in order. */
const groups = [
  {
    name: 'Create',
    pages: [
      page({ to: '/links', name: 'Links', Icon: Link2, letter: 'l', isInBar: true }),
      page({ to: '/qr-codes', name: 'QR codes', Icon: QrCode, letter: 'q', isInBar: true }),
    ],
  },
  {
    name: 'Insights',
    pages: [
      page({ to: '/campaigns', name: 'Campaigns', Icon: FolderOpen, letter: 'c' }),
      page({ to: '/tags', name: 'Tags', Icon: Tags, letter: 'g' }),
      page({ to: '/analytics', name: 'Analytics', Icon: ChartLine, letter: 'a', isInBar: true }),
      page({ to: '/ab-tests', name: 'A/B tests', Icon: FlaskConical, letter: 't' }),
    ],
  },
  {
    name: 'Connect',
    pages: [
      page({ to: '/keys', name: 'API keys', Icon: KeyRound, letter: 'k' }),
      page({ to: '/apps', name: 'Apps', Icon: AppWindow, letter: 'p' }),
      page({ to: '/webhooks', name: 'Webhooks', Icon: Webhook, letter: 'w' }),
    ],
  },
  {
    name: 'Manage',
    pages: [
      page({ to: '/domains', name: 'Domains', Icon: Globe, letter: 'd' }),
      page({ to: '/settings', name: 'Settings', Icon: Settings, letter: 's' }),
      page({ to: '/system', name: 'System', Icon: Activity, letter: 'y', isForOwner: true }),
    ],
  },
]

export type AnyPage = typeof homePage | (typeof groups)[number]['pages'][number]

interface PageGroup {
  name: string
  pages: AnyPage[]
}

const pageGroups: PageGroup[] = groups
export const allPages: AnyPage[] = [homePage, ...pageGroups.flatMap(({ pages }) => pages)]

/** Groups with the pages that this user may open; none is empty. */
export const groupsFor = ({ isOwner }: { isOwner: boolean }): PageGroup[] =>
  pageGroups
    .map((group) => ({ ...group, pages: group.pages.filter(({ isForOwner }) => isForOwner !== true || isOwner) }))
    .filter(({ pages }) => pages.length > 0)
