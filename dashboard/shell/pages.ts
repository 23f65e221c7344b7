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
  Lock,
  type LucideIcon,
  QrCode,
  Settings,
  Tags,
  User,
  Webhook,
} from 'lucide-react'
import { type Right, type Role, roleHas } from '#schemas/roles.ts'

interface Page<To extends string> {
  to: To
  name: string
  Icon: LucideIcon
  /** G and this letter open the page. */
  letter: string
  /** Shown in the tab bar of small screens; other pages are under More. */
  isInBar?: boolean
  isForOwner?: boolean
  /** The right that the page requires. */
  right?: Right
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
      page({ to: '/keys', name: 'API keys', Icon: KeyRound, letter: 'k', right: 'connect' }),
      page({ to: '/apps', name: 'Apps', Icon: AppWindow, letter: 'p' }),
      page({ to: '/webhooks', name: 'Webhooks', Icon: Webhook, letter: 'w', right: 'connect' }),
    ],
  },
  {
    name: 'Manage',
    pages: [
      page({ to: '/domains', name: 'Domains', Icon: Globe, letter: 'd' }),
      page({ to: '/members', name: 'Members', Icon: User, letter: 'm' }),
      page({ to: '/audit-log', name: 'Audit log', Icon: Lock, letter: 'u', right: 'audit' }),
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

interface Visitor {
  role: Role
  installation: { is_owner: boolean }
}

/** Groups with the pages that this user may open; none is empty. */
export const groupsFor = ({ role, installation }: Visitor): PageGroup[] =>
  pageGroups
    .map((group) => ({
      ...group,
      pages: group.pages.filter(
        ({ isForOwner, right }) =>
          (isForOwner !== true || installation.is_owner) && (right === undefined || roleHas(role, right)),
      ),
    }))
    .filter(({ pages }) => pages.length > 0)
