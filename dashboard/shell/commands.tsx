import { useRouter } from '@tanstack/react-router'
import { createContext, type ReactNode, use, useEffect, useState } from 'react'
import { isOverlayOpen, isTyping } from '../parts/is-typing.ts'
import { lazyPart } from '../parts/lazy-part.tsx'
import { allPages } from './pages.ts'
import { type KeyWish, letterWithinMs, readKey } from './read-key.ts'
import { usePrefetch } from './use-prefetch.ts'

const loadPalette = () => import('./palette.tsx')
const Palette = lazyPart(loadPalette, 'Palette')
const ShortcutList = lazyPart(() => import('./shortcut-list.tsx'), 'ShortcutList')

type Open = 'palette' | 'shortcuts' | null
const OpenContext = createContext<(what: Open) => void>(() => undefined)
export const useOpenCommands = () => use(OpenContext)

export function Commands({ children }: { children: ReactNode }) {
  const router = useRouter()
  const [open, setOpen] = useState<Open>(null)
  // Letters typed before the palette has loaded would trigger shortcuts.
  usePrefetch(loadPalette)
  useEffect(() => {
    const keys = new AbortController()
    let letterUntil = 0
    const obey = (wish: KeyWish) => {
      letterUntil = wish.kind === 'wait' ? Date.now() + letterWithinMs : 0
      if (wish.kind === 'go') {
        const page = allPages.find(({ letter }) => letter === wish.letter)
        if (page !== undefined) void router.navigate({ to: page.to })
      } else if (wish.kind === 'search') {
        if (!focusSearch()) setOpen('palette')
      } else if (wish.kind !== 'wait') {
        setOpen(wish.kind)
      }
    }
    const onKey = (event: KeyboardEvent) => {
      if (isTyping(event.target) || isOverlayOpen()) return
      const wish = readKey(event, Date.now() < letterUntil)
      letterUntil = 0
      if (wish === null) return
      event.preventDefault()
      // After G, C opens a page and does not create a link.
      event.stopImmediatePropagation()
      obey(wish)
    }
    document.addEventListener('keydown', onKey, { capture: true, signal: keys.signal })
    return () => keys.abort()
  }, [router])
  return (
    <OpenContext value={setOpen}>
      {children}
      {open === 'palette' && <Palette onClose={() => setOpen(null)} onShortcuts={() => setOpen('shortcuts')} />}
      {open === 'shortcuts' && <ShortcutList onClose={() => setOpen(null)} />}
    </OpenContext>
  )
}

/** False if the page has no search. */
function focusSearch(): boolean {
  const search = document.querySelector<HTMLInputElement>('main input[type="search"]')
  search?.focus()
  return search !== null
}
