import { useQuery } from '@tanstack/react-query'
import { SlidersHorizontal } from 'lucide-react'
import { useState } from 'react'
import { campaignNamesQuery } from '../api/campaign-names.ts'
import { baseDomain } from '../api/domain-choice.ts'
import { domainsQuery } from '../api/domains.ts'
import { linkStates, shortUrlStatus } from '../api/link-status.ts'
import { type LinkFilter, type LinkSort, linkSorts, tagsQuery } from '../api/links.ts'
import { shortHost } from '../api/page-meta.ts'
import { Button } from '../parts/button.tsx'
import { FilterChoice } from '../parts/filter-choice.tsx'
import { PageSearch } from '../parts/page-search.tsx'

interface LinkFiltersProps {
  filter: LinkFilter
  onChange: (change: LinkFilter) => void
}

/** Search and filters, kept in the URL. On small screens a button opens the filters. */
export function LinkFilters({ filter, onChange }: LinkFiltersProps) {
  const [isOpen, setIsOpen] = useState(false)
  const set = Object.entries(filter).filter(([name, value]) => name !== 'q' && value !== undefined).length
  return (
    <search className="mb-4 flex flex-col gap-2">
      <div className="flex gap-2">
        <PageSearch
          label="Search links"
          placeholder="Search by name, slug, or destination"
          className="flex-1"
          sought={filter.q}
          onSeek={(q) => onChange({ q })}
        />
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
      <FilterChoice
        label="Status"
        all="All except archived"
        chosen={filter.status}
        options={[
          ['all', 'All statuses'],
          ...Object.entries(linkStates).map(([status, { name }]) => [status, name] as const),
        ]}
        onChoose={(status) => onChange({ status: shortUrlStatus(status) })}
      />
      <FilterChoice
        label="Tag"
        all="All tags"
        chosen={filter.tag}
        options={tags.map(({ tag }) => [tag, tag])}
        onChoose={(tag) => onChange({ tag })}
      />
      <FilterChoice
        label="Campaign"
        all="All campaigns"
        chosen={filter.campaign}
        options={campaigns.map(({ id, name }) => [id, name])}
        onChoose={(campaign) => onChange({ campaign })}
      />
      <FilterChoice
        label="Domain"
        all="All domains"
        chosen={filter.domain}
        options={[[baseDomain, shortHost], ...domains.map(({ domain }) => [domain, domain] as const)]}
        onChoose={(domain) => onChange({ domain })}
      />
      <FilterChoice
        label="Sort by"
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
  clicks: 'Most clicked first',
  last_clicked_at: 'Recently clicked first',
  name: 'Name',
  expires_at: 'Latest expiration first',
}
