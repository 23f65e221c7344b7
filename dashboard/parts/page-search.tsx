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

/** The search of a page: what is sought stands in its URL, a moment after it was typed. The shell leads / here. */
export function PageSearch({ sought, onSeek, ...field }: PageSearchProps) {
  const [typed, setTyped] = useState(sought ?? '')
  const [sent, setSent] = useState(sought)
  const [seen, setSeen] = useState(sought)
  if (seen !== sought) {
    setSeen(sought)
    // Whoever goes back, or takes the filter away, sees what is searched for then. What was sent from here arrives while
    // the next letters are typed: they stay.
    if (sought !== sent) {
      setSent(sought)
      setTyped(sought ?? '')
    }
  }
  const wanted = typed.trim() === '' ? undefined : typed.trim()
  const [page] = useState(() => location.pathname)
  const send = useEffectEvent(() => {
    // Who is on the way to another page is not called back: the URL is there before the page is.
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
