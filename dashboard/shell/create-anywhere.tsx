import { useQueryClient } from '@tanstack/react-query'
import { type ComponentProps, createContext, type ReactNode, use, useCallback, useEffect, useState } from 'react'
import { linkDefaultsQuery } from '../api/link-defaults.ts'
import { useCan } from '../api/rights.ts'
import { readUrl } from '../format/urls.ts'
import { Button } from '../parts/button.tsx'
import { forgetOpenDialog, newLinkForm, readOpenDialog } from '../parts/drafts.ts'
import { isOverlayOpen, isTyping } from '../parts/is-typing.ts'
import { Kbd } from '../parts/kbd.tsx'
import { lateToast } from '../parts/late-toast.ts'
import { lazyPart } from '../parts/lazy-part.tsx'
import { usePrefetch } from './use-prefetch.ts'

const loadDialog = () => import('../links/create-dialog.tsx')
const CreateDialog = lazyPart(loadDialog, 'CreateDialog')

/** Loads the dialog, and what its form waits for. */
function useLoad() {
  const queries = useQueryClient()
  return useCallback(() => Promise.all([loadDialog(), queries.prefetchQuery(linkDefaultsQuery)]), [queries])
}

/** Opens the dialog that creates a link, optionally with a URL. */
type OpenCreate = (url?: string) => void
const CreateContext = createContext<OpenCreate>(() => undefined)
export const useOpenCreate = (): OpenCreate => use(CreateContext)

/** Creates a link when C is pressed or a URL is pasted anywhere. */
export function CreateAnywhere({ children }: { children: ReactNode }) {
  const [kept] = useState(readOpenDialog)
  const [url, setUrl] = useState<string | null>(kept?.form === newLinkForm && !kept.isElsewhere ? '' : null)
  usePrefetch(useLoad())
  const mayCreate = useCan()('edit')
  useEffect(() => {
    if (kept === undefined) return
    forgetOpenDialog()
    if (kept.isElsewhere)
      void lateToast('Your draft is in another account', { description: 'Switch to it and open the form to continue.' })
    else if (kept.form !== newLinkForm)
      void lateToast('Your draft was kept', { description: 'Open the form again to continue.' })
  }, [kept])
  useEffect(() => {
    if (!mayCreate) return
    const listeners = new AbortController()
    const onKey = (event: KeyboardEvent) => {
      const plain = !event.ctrlKey && !event.metaKey && !event.altKey && !event.repeat
      if (event.key.toLowerCase() !== 'c' || !plain || isTyping(event.target) || isOverlayOpen()) return
      event.preventDefault()
      setUrl('')
    }
    const onPaste = (event: ClipboardEvent) => {
      if (isTyping(event.target) || isOverlayOpen()) return
      const pasted = readUrl(event.clipboardData?.getData('text/plain') ?? '')
      if (pasted === null) return
      // Otherwise the browser pastes it into the field of the dialog, too.
      event.preventDefault()
      setUrl(pasted)
    }
    document.addEventListener('keydown', onKey, { signal: listeners.signal })
    document.addEventListener('paste', onPaste, { signal: listeners.signal })
    return () => listeners.abort()
  }, [mayCreate])
  return (
    <CreateContext value={(given = '') => setUrl(given)}>
      {children}
      {url !== null && <CreateDialog url={url} onClose={() => setUrl(null)} />}
    </CreateContext>
  )
}

export function CreateLinkButton(props: Pick<ComponentProps<typeof Button>, 'Icon' | 'className'>) {
  const openCreate = useOpenCreate()
  if (!useCan()('edit')) return null
  return (
    <Button look="main" onClick={() => openCreate()} {...props}>
      Create link <Kbd>C</Kbd>
    </Button>
  )
}
