import { useQuery } from '@tanstack/react-query'
import { Search, SlidersHorizontal } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { campaignNamesQuery } from '../api/campaign-names.ts'
import { baseDomain } from '../api/domain-place.ts'
import { domainsQuery } from '../api/domains.ts'
import { shortUrlStatus, statusNames } from '../api/link-status.ts'
import { type LinkFilter, type LinkSort, linkSorts, tagsQuery } from '../api/links.ts'
import { shortHost } from '../api/place.ts'
import { Button } from '../parts/button.tsx'
import { inputStyle, selectStyle } from '../parts/field.tsx'
import { Kbd } from '../parts/kbd.tsx'

const pauseMs = 200

interface LinkFiltersProps {
  filter: LinkFilter
  onChange: (change: LinkFilter) => void
}

/** Everything stands in the address. / goes to the search. On small screens the choices come when they are asked for. */
export function LinkFilters({ filter, onChange }: LinkFiltersProps) {
  const [isOpen, setIsOpen] = useState(false)
  const set = Object.entries(filter).filter(([name, value]) => name !== 'q' && value !== undefined).length
  return (
    <search className="mb-4 flex flex-col gap-2">
      <div className="flex gap-2">
        <SearchBox q={filter.q} onChange={(q) => onChange({ q })} />
        <Button className="sm:hidden" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          <SlidersHorizontal aria-hidden size={15} />
          <span className="sr-only">Filters</span>
          {set > 0 && <span>{set}</span>}
        </Button>
      </div>
      <div className={`grid-cols-2 gap-2 sm:grid sm:grid-cols-3 lg:grid-cols-5 ${isOpen ? 'grid' : 'hidden'}`}>
        <Choices filter={filter} onChange={onChange} />
      </div>
    </search>
  )
}

function Choices({ filter, onChange }: LinkFiltersProps) {
  const tags = useQuery(tagsQuery).data ?? []
  const campaigns = useQuery(campaignNamesQuery).data ?? []
  const domains = useQuery(domainsQuery).data ?? []
  return (
    <>
      <Choice
        label="Status"
        all="Every status"
        chosen={filter.status}
        options={Object.entries(statusNames)}
        onChoose={(status) => onChange({ status: shortUrlStatus(status) })}
      />
      <Choice
        label="Tag"
        all="Every tag"
        chosen={filter.tag}
        options={tags.map(({ tag }) => [tag, tag])}
        onChoose={(tag) => onChange({ tag })}
      />
      <Choice
        label="Campaign"
        all="Every campaign"
        chosen={filter.campaign}
        options={campaigns.map(({ id, name }) => [id, name])}
        onChoose={(campaign) => onChange({ campaign })}
      />
      <Choice
        label="Domain"
        all="Every domain"
        chosen={filter.domain}
        options={[[baseDomain, shortHost], ...domains.map(({ domain }): [string, string] => [domain, domain])]}
        onChoose={(domain) => onChange({ domain })}
      />
      <Choice
        label="Order"
        all={sortNames.created_at}
        chosen={filter.sort}
        options={linkSorts.filter((sort) => sort !== 'created_at').map((sort) => [sort, sortNames[sort]])}
        onChoose={(sort) => onChange({ sort: linkSorts.find((one) => one === sort) })}
      />
    </>
  )
}

const sortNames: Record<LinkSort, string> = {
  created_at: 'Newest first',
  clicks: 'Most clicks first',
  last_clicked_at: 'Last clicked first',
  name: 'By name',
  expires_at: 'Latest expiry first',
}

interface ChoiceProps {
  label: string
  all: string
  chosen: string | undefined
  options: [value: string, name: string][]
  onChoose: (value: string | undefined) => void
}

function Choice({ label, all, chosen, options, onChoose }: ChoiceProps): ReactNode {
  const isKnown = chosen === undefined || options.some(([value]) => value === chosen)
  return (
    <select
      aria-label={label}
      className={`${selectStyle} ${chosen === undefined ? '' : 'border-accent! font-medium'}`}
      value={chosen ?? ''}
      onChange={({ target }) => onChoose(target.value === '' ? undefined : target.value)}
    >
      <option value="">{all}</option>
      {!isKnown && <option value={chosen}>{chosen}</option>}
      {options.map(([value, name]) => (
        <option key={value} value={value}>
          {name}
        </option>
      ))}
    </select>
  )
}

function SearchBox({ q, onChange }: { q: string | undefined; onChange: (q: string | undefined) => void }) {
  const input = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState(q ?? '')
  const [sent, setSent] = useState(q)
  // Whoever goes back, or takes the filter away, sees what is searched for then.
  if (sent !== q) {
    setSent(q)
    if ((q ?? '') !== typed.trim()) setTyped(q ?? '')
  }
  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent) => {
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
    <div className="relative flex-1">
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
          timer.current = setTimeout(() => onChange(value.trim() === '' ? undefined : value.trim()), pauseMs)
        }}
      />
      <span className="pointer-events-none absolute top-2 right-2 text-dim">
        <Kbd>/</Kbd>
      </span>
    </div>
  )
}
