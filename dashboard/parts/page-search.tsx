import { useEffect, useEffectEvent, useState } from 'react'
import { Kbd } from './kbd.tsx'
import { SearchField } from './search-field.tsx'

const pauseMs = 200

interface PageSearchProps {
  label: string
  placeholder: string
  sought: string | undefined
  onSeek: (sought: string | undefined) => void
  className?: string
}

/** The search of a page, kept in its URL shortly after typing. The / key focuses it. */
export function PageSearch({ sought, onSeek, ...field }: PageSearchProps) {
  const [typed, setTyped] = useState(sought ?? '')
  const [sent, setSent] = useState(sought)
  const [seen, setSeen] = useState(sought)
  if (seen !== sought) {
    setSeen(sought)
    // After going back or clearing filters, the field shows the search of the URL. A search sent from here may arrive
    // while the user types on, and must not overwrite the text.
    if (sought !== sent) {
      setSent(sought)
      setTyped(sought ?? '')
    }
  }
  const wanted = typed.trim() === '' ? undefined : typed.trim()
  const [page] = useState(() => location.pathname)
  const send = useEffectEvent(() => {
    // On the way to another page its URL is set before it loads. Do not navigate back.
    if (location.pathname !== page) return
    setSent(wanted)
    onSeek(wanted)
  })
  useEffect(() => {
    if (wanted === sent) return undefined
    const timer = setTimeout(() => send(), pauseMs)
    return () => clearTimeout(timer)
  }, [wanted, sent])
  return <SearchField {...field} value={typed} onChange={setTyped} behind={<Kbd>/</Kbd>} />
}
