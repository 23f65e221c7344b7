import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { campaignQuery } from '../api/campaigns.ts'
import { linkQuery } from '../api/links.ts'
import { type FilterName, filterNames, filterTitles, labelOf } from './filter-names.ts'
import type { View } from './view.ts'

/** The active filters. Clicking one removes it. */
export function FilterChips({ search, change }: Pick<View, 'search' | 'change'>) {
  const set = filterNames.flatMap((name) => {
    const value = search[name]
    return value === undefined ? [] : [{ name, value }]
  })
  if (set.length === 0) return null
  return (
    <ul aria-label="Filters" className="flex gap-2 sm:flex-wrap">
      {set.map(({ name, value }) => (
        <li key={name} className="shrink-0">
          <button
            type="button"
            className="flex h-8 pointer-coarse:h-11 max-w-64 items-center gap-1.5 rounded-full bg-tint px-3 text-[13px] font-medium hover:opacity-80"
            onClick={() => change({ [name]: undefined })}
          >
            <span className="truncate">
              {filterTitles[name]}: <Value name={name} value={value} />
            </span>
            <X aria-hidden size={13} className="shrink-0" />
            <span className="sr-only">: remove filter</span>
          </button>
        </li>
      ))}
      {set.length > 1 && (
        <li className="shrink-0">
          <button
            type="button"
            className="h-8 pointer-coarse:h-11 rounded-full px-2 text-[13px] text-dim hover:text-text"
            onClick={() => change(Object.fromEntries(set.map(({ name }) => [name, undefined])))}
          >
            Clear all
          </button>
        </li>
      )}
    </ul>
  )
}

function Value({ name, value }: { name: FilterName; value: string }) {
  if (name === 'link') return <LinkName id={value} />
  if (name === 'campaign') return <CampaignName id={value} />
  return labelOf(name, value)
}

/** Names rarely change. */
const nameFreshMs = 60_000

function LinkName({ id }: { id: string }) {
  const { data, isError } = useQuery({ ...linkQuery(id), staleTime: nameFreshMs, retry: false })
  return data?.short_code ?? (isError ? 'Not found' : '…')
}

function CampaignName({ id }: { id: string }) {
  const { data, isError } = useQuery({ ...campaignQuery(id), staleTime: nameFreshMs, retry: false })
  return data?.name ?? (isError ? 'Not found' : '…')
}
