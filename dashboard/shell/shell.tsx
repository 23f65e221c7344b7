import { Outlet } from '@tanstack/react-router'
import { Toaster } from 'sonner'
import { Commands } from './commands.tsx'
import { CreateAnywhere } from './create-anywhere.tsx'
import { Sidebar } from './nav.tsx'
import { OfflineNote } from './offline-note.tsx'
import { Tabs, TopBar } from './tabs.tsx'

/** What surrounds every page. */
export function Shell() {
  return (
    <CreateAnywhere>
      <Commands>
        <button
          type="button"
          className="sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50 focus:rounded-md focus:bg-accent focus:px-3 focus:py-2 focus:text-on-accent"
          onClick={() => document.getElementById('main')?.focus()}
        >
          Skip to the content
        </button>
        <div className="flex min-h-dvh flex-col md:flex-row">
          <TopBar />
          <Sidebar />
          <main id="main" tabIndex={-1} className="min-w-0 flex-1 px-4 pt-5 pb-24 outline-none sm:px-6 md:pb-10">
            <OfflineNote />
            <div className="mx-auto w-full max-w-[1280px]">
              <Outlet />
            </div>
          </main>
          <Tabs />
        </div>
        <Toaster position="bottom-right" mobileOffset={{ bottom: 72 }} />
      </Commands>
    </CreateAnywhere>
  )
}
