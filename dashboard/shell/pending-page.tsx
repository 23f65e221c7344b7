import { useRouterState } from '@tanstack/react-router'
import { lazyPart } from '../parts/lazy-part.tsx'
import { PageHead } from '../parts/page-head.tsx'
import { pageTitle } from './page-title.ts'

/** Loads after the page, so that it does not slow down the first one. */
export const WaitingBar = lazyPart(() => import('./waiting-bar.tsx'), 'WaitingBar')

export const usePageTitle = () => pageTitle(useRouterState({ select: ({ location }) => location.pathname }))

/** Shown until a page has loaded. */
export const PendingPage = () => (
  <>
    <PageHead title={usePageTitle()} />
    <div aria-hidden className="skeleton h-96" />
  </>
)

/** Shown until the session has loaded. Screen readers are told only that it loads, because no shortcut works yet. */
export const PendingApp = () => (
  <div className="mx-auto w-full max-w-[1280px] p-4 sm:p-6">
    <WaitingBar />
    <div aria-hidden>
      <PendingPage />
    </div>
  </div>
)
