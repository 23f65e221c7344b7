import type { QueryClient } from '@tanstack/react-query'
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  type RouteComponent,
  redirect,
} from '@tanstack/react-router'
import { readDeliveryFilter } from './api/delivery-filter.ts'
import { readExperimentKind, readExperimentSearch } from './api/experiment-search.ts'
import { shortUrlStatus } from './api/link-status.ts'
import { type LinkFilter, linkSorts } from './api/links.ts'
import { appPath } from './api/page-meta.ts'
import type { CodeFilter } from './api/qr-codes.ts'
import { sessionQuery } from './api/session.ts'
import { type DeliveryFilter, webhookEventsQuery } from './api/webhooks.ts'
import { readCampaignSearch, readPageSearch } from './campaigns/campaign-search.ts'
import { readStrictly, readText } from './format/read-search.ts'
import { codeStatus, contentType } from './qr-codes/code-search.ts'
import { type ReportSearch, readReportSearch } from './reports/search.ts'
import { FailurePage, NotFoundPage } from './shell/failure-page.tsx'
import { Shell } from './shell/shell.tsx'

const root = createRootRouteWithContext<{ queries: QueryClient }>()({
  component: Shell,
  // The session loads before anything is shown or changed.
  loader: ({ context }) => context.queries.ensureQueryData(sessionQuery),
  errorComponent: FailurePage,
  notFoundComponent: NotFoundPage,
})

/** Pages load when they are first opened, or when a link to them is hovered. */
type Load = () => Promise<RouteComponent>
const lazily = (load: Load) => lazyRouteComponent(async () => ({ default: await load() }))

const page = <const Path extends string>(path: Path, load: Load) =>
  createRoute({ getParentRoute: () => root, path, component: lazily(load) })

/** A page with state in its URL. */
const searchedPage = <const Path extends string, Search extends object>(
  path: Path,
  load: Load,
  read: (search: Record<string, unknown>) => Search,
) => createRoute({ getParentRoute: () => root, path, validateSearch: readStrictly(read), component: lazily(load) })

const home = page('/', async () => (await import('./home/home-page.tsx')).HomePage)
const links = searchedPage(
  '/links',
  async () => (await import('./links/links-page.tsx')).LinksPage,
  (search): LinkFilter => ({
    q: readText(search['q']),
    status: shortUrlStatus(search['status']),
    tag: readText(search['tag']),
    campaign: readText(search['campaign']),
    domain: readText(search['domain']),
    sort: linkSorts.find((sort) => sort === search['sort']),
  }),
)
const link = searchedPage('/links/$id', async () => (await import('./links/link-page.tsx')).LinkPage, readReportSearch)
const codes = searchedPage(
  '/qr-codes',
  async () => (await import('./qr-codes/codes-page.tsx')).CodesPage,
  (search): CodeFilter => ({
    q: readText(search['q']),
    kind: contentType(search['kind']),
    status: codeStatus(search['status']),
  }),
)
const newCode = page('/qr-codes/new', async () => (await import('./qr-designer/new-code-page.tsx')).NewCodePage)
const code = searchedPage(
  '/qr-codes/$id',
  async () => (await import('./qr-codes/code-page.tsx')).CodePage,
  (search): ReportSearch & { view?: 'edit' | undefined } => ({
    ...readReportSearch(search),
    ...(search['view'] === 'edit' && { view: 'edit' }),
  }),
)
const campaigns = searchedPage(
  '/campaigns',
  async () => (await import('./campaigns/campaigns-page.tsx')).CampaignsPage,
  readCampaignSearch,
)
const campaign = searchedPage(
  '/campaigns/$id',
  async () => (await import('./campaigns/campaign-page.tsx')).CampaignPage,
  readPageSearch,
)
const analytics = searchedPage(
  '/analytics',
  async () => (await import('./reports/analytics-page.tsx')).AnalyticsPage,
  readReportSearch,
)
const keys = page('/keys', async () => (await import('./keys/keys-page.tsx')).KeysPage)
const domains = page('/domains', async () => (await import('./domains/domains-page.tsx')).DomainsPage)
const settings = page('/settings', async () => (await import('./settings/settings-page.tsx')).SettingsPage)
const apps = page('/apps', async () => (await import('./apps/apps-page.tsx')).AppsPage)
const system = page('/system', async () => (await import('./system/system-page.tsx')).SystemPage)
const experiments = searchedPage(
  '/ab-tests',
  async () => (await import('./experiments/experiments-page.tsx')).ExperimentsPage,
  readExperimentSearch,
)
const experiment = searchedPage(
  '/ab-tests/$id',
  async () => (await import('./experiments/experiment-page.tsx')).ExperimentPage,
  readExperimentKind,
)
const webhooks = page('/webhooks', async () => (await import('./webhooks/webhooks-page.tsx')).WebhooksPage)

const webhook = createRoute({
  getParentRoute: () => root,
  path: '/webhooks/$id',
  validateSearch: readStrictly<DeliveryFilter>(readDeliveryFilter),
  async beforeLoad({ context, params, search }) {
    if (search.event === undefined) return
    const events = await context.queries.ensureQueryData(webhookEventsQuery).catch(() => [])
    if (events.some(({ type }) => type === search.event)) return
    redirect({ to: '/webhooks/$id', params, search: { ...search, event: undefined }, replace: true, throw: true })
  },
  component: lazily(async () => (await import('./webhooks/webhook-page.tsx')).WebhookPage),
})

const routeTree = root.addChildren([
  home,
  links,
  link,
  domains,
  keys,
  settings,
  apps,
  system,
  codes,
  newCode,
  code,
  experiments,
  experiment,
  webhooks,
  webhook,
  campaigns,
  campaign,
  analytics,
])

export const createAppRouter = (queries: QueryClient) =>
  createRouter({
    routeTree,
    basepath: appPath,
    context: { queries },
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    scrollRestoration: true,
    defaultErrorComponent: FailurePage,
    defaultNotFoundComponent: NotFoundPage,
  })

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>
  }
}
