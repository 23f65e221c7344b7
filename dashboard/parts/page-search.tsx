import { useRef, useState } from 'react'
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

/** The search of a page: what is sought stands in its address, a moment after it was typed. The shell leads / here. */
export function PageSearch({ sought, onSeek, ...field }: PageSearchProps) {
  const [typed, setTyped] = useState(sought ?? '')
  const [sent, setSent] = useState(sought)
  // Whoever goes back, or takes the filter away, sees what is searched for then.
  if (sent !== sought) {
    setSent(sought)
    if ((sought ?? '') !== typed.trim()) setTyped(sought ?? '')
  }
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  return (
    <SearchField
      {...field}
      value={typed}
      onChange={(value) => {
        setTyped(value)
        clearTimeout(timer.current)
        timer.current = setTimeout(() => onSeek(value.trim() === '' ? undefined : value.trim()), pauseMs)
      }}
      behind={<Kbd>/</Kbd>}
    />
  )
}
