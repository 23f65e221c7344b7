import { onlineManager } from '@tanstack/react-query'
import { Outlet } from '@tanstack/react-router'
import { useSyncExternalStore } from 'react'
import { lazyPart } from '../parts/lazy-part.tsx'
import { Commands } from './commands.tsx'
import { CreateAnywhere } from './create-anywhere.tsx'
import { Sidebar } from './nav.tsx'
import { PasswordPrompt } from './password-prompt.tsx'
import { WaitingBar } from './pending-page.tsx'
import { Tabs, TopBar } from './tabs.tsx'

const Toasts = lazyPart(() => import('../parts/toasts.tsx'), 'Toasts')

export function Shell() {
  return (
    <CreateAnywhere>
      <Commands>
        <button
          type="button"
          className="sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50 focus:rounded-md focus:bg-accent focus:px-3 focus:py-2 focus:text-on-accent"
          onClick={() => document.getElementById('main')?.focus()}
        >
          Skip to content
        </button>
        <div className="flex min-h-dvh flex-col md:flex-row">
          <TopBar />
          <Sidebar />
          <main id="main" tabIndex={-1} className="min-w-0 flex-1 px-4 pt-5 pb-24 outline-none sm:px-6 md:pb-10">
            <OfflineNote />
            <WaitingBar />
            <div className="mx-auto w-full max-w-[1280px]">
              <Outlet />
            </div>
          </main>
          <Tabs />
        </div>
        <PasswordPrompt />
        <Toasts />
      </Commands>
    </CreateAnywhere>
  )
}

const subscribe = (changed: () => void) => onlineManager.subscribe(changed)

function OfflineNote() {
  const isOnline = useSyncExternalStore(subscribe, () => onlineManager.isOnline())
  if (isOnline) return null
  return (
    <p role="status" className="mx-auto mb-4 max-w-[1280px] rounded-md bg-warn-tint px-3 py-2 text-warn">
      You are offline. This page may be out of date.
    </p>
  )
}
