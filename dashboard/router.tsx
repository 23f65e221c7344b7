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
import { type LinkFilter, linkHealthNames, linkSorts, linkUserNames } from './api/links.ts'
import { appPath } from './api/page-meta.ts'
import type { CodeFilter } from './api/qr-codes.ts'
import { sessionQuery } from './api/session.ts'
import { type DeliveryFilter, webhookEventsQuery } from './api/webhooks.ts'
import { readAuditSearch } from './audit/audit-search.ts'
import { readCampaignSearch, readPageSearch } from './campaigns/campaign-search.ts'
import { type Span } from './format/period-names.ts'
import { readKey, readStrictly, readText } from './format/read-search.ts'
import { codeStatus, contentType } from './qr-codes/code-search.ts'
import { carrySpan } from './reports/kept-span.ts'
import { type ReportSearch, readReportSearch } from './reports/search.ts'
import { FailurePage, NotFoundPage } from './shell/failure-page.tsx'
import { PendingApp, PendingPage } from './shell/pending-page.tsx'
import { Shell } from './shell/shell.tsx'
import { readTagSearch } from './tags/tag-search.ts'

const root = createRootRouteWithContext<{ queries: QueryClient }>()({
  component: Shell,
  // The session loads before anything is shown or changed.
  loader: ({ context }) => context.queries.ensureQueryData(sessionQuery),
  pendingComponent: PendingApp,
  errorComponent: FailurePage,
  notFoundComponent: NotFoundPage,
})

type Module<Name extends string> = () => Promise<Record<Name, RouteComponent>>

/** A page, which loads when it is first opened, or when a link to it is hovered. */
const page = <const Path extends string, Name extends string>(path: Path, load: Module<Name>, name: Name) =>
  createRoute({ getParentRoute: () => root, path, component: lazyRouteComponent(load, name) })

/** A page with state in its URL. */
const searched = <const Path extends string, Name extends string, Search extends object>(
  path: Path,
  load: Module<Name>,
  name: Name,
  read: (search: Record<string, unknown>) => Search,
) =>
  createRoute({
    getParentRoute: () => root,
    path,
    validateSearch: readStrictly(read),
    component: lazyRouteComponent(load, name),
  })

interface Entering {
  cause: 'enter' | 'stay' | 'preload'
  search: Span
  location: { pathname: string }
}

/** The types of all routes are not known here. */
function continuePeriod({ cause, search, location }: Entering): void {
  const span = carrySpan({ cause, search })
  if (span === undefined) return
  redirect({ to: location.pathname, search: { ...search, ...span }, replace: true, throw: true } as never)
}

/** A page with reports, which continues with the period of the page before. */
const reported = <const Path extends string, Name extends string, Search extends Span>(
  path: Path,
  load: Module<Name>,
  name: Name,
  read: (search: Record<string, unknown>) => Search,
) =>
  createRoute({
    getParentRoute: () => root,
    path,
    validateSearch: readStrictly(read),
    beforeLoad: continuePeriod,
    component: lazyRouteComponent(load, name),
  })

/** `create`: opens the form of a new link with this URL. The page reads it. */
export type LinksSearch = LinkFilter & { create?: unknown }

const readLinksSearch = (search: Record<string, unknown>): LinksSearch => ({
  create: search['create'],
  q: readText(search['q']),
  status: shortUrlStatus(search['status']),
  tag: readText(search['tag']),
  campaign: readText(search['campaign']),
  used: readKey(linkUserNames, search['used']),
  health: readKey(linkHealthNames, search['health']),
  domain: readText(search['domain']),
  sort: linkSorts.find((sort) => sort === search['sort']),
})

const readCodeFilter = (search: Record<string, unknown>): CodeFilter => ({
  q: readText(search['q']),
  kind: contentType(search['kind']),
  status: codeStatus(search['status']),
})

const readCodeSearch = (search: Record<string, unknown>): ReportSearch & { view?: 'edit' | undefined } => ({
  ...readReportSearch(search),
  ...(search['view'] === 'edit' && { view: 'edit' }),
})

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
  page('/', () => import('./home/home-page.tsx'), 'HomePage'),
  searched('/links', () => import('./links/links-page.tsx'), 'LinksPage', readLinksSearch),
  reported('/links/$id', () => import('./links/link-page.tsx'), 'LinkPage', readReportSearch),
  page('/imports', () => import('./imports/imports-page.tsx'), 'ImportsPage'),
  page('/imports/$id', () => import('./imports/import-page.tsx'), 'ImportPage'),
  searched('/qr-codes', () => import('./qr-codes/codes-page.tsx'), 'CodesPage', readCodeFilter),
  page('/qr-codes/new', () => import('./qr-designer/new-code-page.tsx'), 'NewCodePage'),
  reported('/qr-codes/$id', () => import('./qr-codes/code-page.tsx'), 'CodePage', readCodeSearch),
  reported('/campaigns', () => import('./campaigns/campaigns-page.tsx'), 'CampaignsPage', readCampaignSearch),
  reported('/campaigns/$id', () => import('./campaigns/campaign-page.tsx'), 'CampaignPage', readPageSearch),
  reported('/analytics', () => import('./reports/analytics-page.tsx'), 'AnalyticsPage', readReportSearch),
  searched('/ab-tests', () => import('./experiments/experiments-page.tsx'), 'ExperimentsPage', readExperimentSearch),
  searched('/ab-tests/$id', () => import('./experiments/experiment-page.tsx'), 'ExperimentPage', readExperimentKind),
  searched('/tags', () => import('./tags/tags-page.tsx'), 'TagsPage', readTagSearch),
  page('/keys', () => import('./keys/keys-page.tsx'), 'KeysPage'),
  page('/apps', () => import('./apps/apps-page.tsx'), 'AppsPage'),
  page('/webhooks', () => import('./webhooks/webhooks-page.tsx'), 'WebhooksPage'),
  webhook,
  page('/domains', () => import('./domains/domains-page.tsx'), 'DomainsPage'),
  page('/members', () => import('./members/members-page.tsx'), 'MembersPage'),
  searched('/audit-log', () => import('./audit/audit-page.tsx'), 'AuditPage', readAuditSearch),
  page('/settings', () => import('./settings/settings-page.tsx'), 'SettingsPage'),
  page('/system', () => import('./system/system-page.tsx'), 'SystemPage'),
])

/** Until then the previous page stays. */
const pendingAfterMs = 300

export const createAppRouter = (queries: QueryClient) =>
  createRouter({
    routeTree,
    basepath: appPath,
    context: { queries },
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    scrollRestoration: true,
    defaultPendingComponent: PendingPage,
    defaultPendingMs: pendingAfterMs,
    defaultPendingMinMs: 0,
    // Dialogs and drafts of one object must not stay open on the page of another.
    defaultRemountDeps: ({ params }) => params,
    defaultErrorComponent: FailurePage,
    defaultNotFoundComponent: NotFoundPage,
  })

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>
  }
}
