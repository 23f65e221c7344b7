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
  // Nothing is shown or changed before it is known who is here.
  loader: ({ context }) => context.queries.ensureQueryData(sessionQuery),
  errorComponent: FailurePage,
  notFoundComponent: NotFoundPage,
})

const page = <const Path extends string>(path: Path, component: RouteComponent) =>
  createRoute({ getParentRoute: () => root, path, component })

const home = page(
  '/',
  lazyRouteComponent(() => import('./home/home-page.tsx'), 'HomePage'),
)

const links = createRoute({
  getParentRoute: () => root,
  path: '/links',
  validateSearch: readStrictly(
    (search): LinkFilter => ({
      q: readText(search['q']),
      status: shortUrlStatus(search['status']),
      tag: readText(search['tag']),
      campaign: readText(search['campaign']),
      domain: readText(search['domain']),
      sort: linkSorts.find((sort) => sort === search['sort']),
    }),
  ),
  component: lazyRouteComponent(() => import('./links/links-page.tsx'), 'LinksPage'),
})

const link = createRoute({
  getParentRoute: () => root,
  path: '/links/$id',
  validateSearch: readStrictly(readReportSearch),
  component: lazyRouteComponent(() => import('./links/link-page.tsx'), 'LinkPage'),
})

const codes = createRoute({
  getParentRoute: () => root,
  path: '/qr-codes',
  validateSearch: readStrictly(
    (search): CodeFilter => ({
      q: readText(search['q']),
      kind: contentType(search['kind']),
      status: codeStatus(search['status']),
    }),
  ),
  component: lazyRouteComponent(() => import('./qr-codes/codes-page.tsx'), 'CodesPage'),
})

const newCode = page(
  '/qr-codes/new',
  lazyRouteComponent(() => import('./qr-designer/new-code-page.tsx'), 'NewCodePage'),
)

const code = createRoute({
  getParentRoute: () => root,
  path: '/qr-codes/$id',
  validateSearch: readStrictly((search): ReportSearch & { view?: 'edit' | undefined } => ({
    ...readReportSearch(search),
    ...(search['view'] === 'edit' && { view: 'edit' }),
  })),
  component: lazyRouteComponent(() => import('./qr-codes/code-page.tsx'), 'CodePage'),
})

const campaigns = createRoute({
  getParentRoute: () => root,
  path: '/campaigns',
  validateSearch: readStrictly(readCampaignSearch),
  component: lazyRouteComponent(() => import('./campaigns/campaigns-page.tsx'), 'CampaignsPage'),
})

const campaign = createRoute({
  getParentRoute: () => root,
  path: '/campaigns/$id',
  validateSearch: readStrictly(readPageSearch),
  component: lazyRouteComponent(() => import('./campaigns/campaign-page.tsx'), 'CampaignPage'),
})

const analytics = createRoute({
  getParentRoute: () => root,
  path: '/analytics',
  validateSearch: readStrictly(readReportSearch),
  component: lazyRouteComponent(() => import('./reports/analytics-page.tsx'), 'AnalyticsPage'),
})

const keys = page(
  '/keys',
  lazyRouteComponent(() => import('./keys/keys-page.tsx'), 'KeysPage'),
)

const domains = page(
  '/domains',
  lazyRouteComponent(() => import('./domains/domains-page.tsx'), 'DomainsPage'),
)

const settings = page(
  '/settings',
  lazyRouteComponent(() => import('./settings/settings-page.tsx'), 'SettingsPage'),
)

const apps = page(
  '/apps',
  lazyRouteComponent(() => import('./apps/apps-page.tsx'), 'AppsPage'),
)

const system = page(
  '/system',
  lazyRouteComponent(() => import('./system/system-page.tsx'), 'SystemPage'),
)

const experiments = createRoute({
  getParentRoute: () => root,
  path: '/ab-tests',
  validateSearch: readStrictly(readExperimentSearch),
  component: lazyRouteComponent(() => import('./experiments/experiments-page.tsx'), 'ExperimentsPage'),
})

const experiment = createRoute({
  getParentRoute: () => root,
  path: '/ab-tests/$id',
  validateSearch: readStrictly(readExperimentKind),
  component: lazyRouteComponent(() => import('./experiments/experiment-page.tsx'), 'ExperimentPage'),
})

const webhooks = page(
  '/webhooks',
  lazyRouteComponent(() => import('./webhooks/webhooks-page.tsx'), 'WebhooksPage'),
)

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
  component: lazyRouteComponent(() => import('./webhooks/webhook-page.tsx'), 'WebhookPage'),
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
