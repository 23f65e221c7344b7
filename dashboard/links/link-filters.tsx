import { Search } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { shortUrlStatus, statusNames } from '../api/link-status.ts'
import type { LinkFilter } from '../api/links.ts'
import { inputStyle } from '../parts/field.tsx'
import { Kbd } from '../parts/kbd.tsx'

const pauseMs = 200

/** Search and status; both stand in the address. / goes to the search. */
export function LinkFilters({ filter, onChange }: { filter: LinkFilter; onChange: (change: LinkFilter) => void }) {
  const input = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState(filter.q ?? '')
  const [sent, setSent] = useState(filter.q)
  // Whoever goes back, or takes the filter away, sees what is searched for then.
  if (sent !== filter.q) {
    setSent(filter.q)
    if ((filter.q ?? '') !== typed.trim()) setTyped(filter.q ?? '')
  }
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isTyping = event.target instanceof HTMLElement && /^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName)
      if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey) return
      event.preventDefault()
      input.current?.focus()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  return (
    <search className="mb-4 flex flex-wrap gap-2">
      <div className="relative min-w-40 flex-1">
        <Search aria-hidden size={15} className="absolute top-2.5 left-3 text-dim" />
        <input
          ref={input}
          type="search"
          aria-label="Search links"
          placeholder="Search by name, code or destination"
          className={`${inputStyle} pr-9 pl-9`}
          value={typed}
          onChange={({ target: { value } }) => {
            setTyped(value)
            clearTimeout(timer.current)
            timer.current = setTimeout(() => onChange({ q: value.trim() === '' ? undefined : value.trim() }), pauseMs)
          }}
        />
        <span className="pointer-events-none absolute top-2 right-2 text-dim">
          <Kbd>/</Kbd>
        </span>
      </div>
      <select
        aria-label="Status"
        className={`${inputStyle} w-auto!`}
        value={filter.status ?? ''}
        onChange={({ target }) => onChange({ status: shortUrlStatus(target.value) })}
      >
        <option value="">Every status</option>
        {Object.entries(statusNames).map(([status, name]) => (
          <option key={status} value={status}>
            {name}
          </option>
        ))}
      </select>
    </search>
  )
}
