import { Search } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { CodeFilter } from '../api/qr-codes.ts'
import { inputStyle } from '../parts/field.tsx'
import { Kbd } from '../parts/kbd.tsx'
import { codeStatus, codeStatuses, contentType, kindNames } from './code-search.ts'

const pauseMs = 200

/** Search, kind and status; all of them stand in the address. / goes to the search. */
export function CodeFilters({ filter, onChange }: { filter: CodeFilter; onChange: (change: CodeFilter) => void }) {
  return (
    <search className="mb-4 flex flex-wrap gap-2">
      <CodeSearch sought={filter.q} onChange={(q) => onChange({ q })} />
      <select
        aria-label="Kind"
        className={`${inputStyle} w-auto! max-sm:flex-1`}
        value={filter.kind ?? ''}
        onChange={({ target }) => onChange({ kind: contentType(target.value) })}
      >
        <option value="">Every kind</option>
        {Object.entries(kindNames).map(([kind, name]) => (
          <option key={kind} value={kind}>
            {name}
          </option>
        ))}
      </select>
      <select
        aria-label="Status"
        className={`${inputStyle} w-auto! max-sm:flex-1`}
        value={filter.status ?? ''}
        onChange={({ target }) => onChange({ status: codeStatus(target.value) })}
      >
        <option value="">Every status</option>
        {Object.entries(codeStatuses).map(([status, name]) => (
          <option key={status} value={status}>
            {name}
          </option>
        ))}
      </select>
    </search>
  )
}

function CodeSearch({ sought, onChange }: { sought: string | undefined; onChange: (q: string | undefined) => void }) {
  const input = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState(sought ?? '')
  const [sent, setSent] = useState(sought)
  // Whoever goes back, or takes the filter away, sees what is searched for then.
  if (sent !== sought) {
    setSent(sought)
    if ((sought ?? '') !== typed.trim()) setTyped(sought ?? '')
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
    <div className="relative min-w-full flex-1 sm:min-w-40">
      <Search aria-hidden size={15} className="absolute top-2.5 left-3 text-dim" />
      <input
        ref={input}
        type="search"
        aria-label="Search QR codes"
        placeholder="Search by name or content"
        className={`${inputStyle} pr-9 pl-9`}
        value={typed}
        onChange={({ target: { value } }) => {
          setTyped(value)
          clearTimeout(timer.current)
          timer.current = setTimeout(() => onChange(value.trim() === '' ? undefined : value.trim()), pauseMs)
        }}
      />
      <span className="pointer-events-none absolute top-2 right-2 text-dim">
        <Kbd>/</Kbd>
      </span>
    </div>
  )
}
