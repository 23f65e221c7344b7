import { useQuery } from '@tanstack/react-query'
import { baseDomain } from '../api/domain-choice.ts'
import { domainsQuery } from '../api/domains.ts'
import { linkStates, shortUrlStatus } from '../api/link-status.ts'
import { type LinkFilter, type LinkSort, linkHealthNames, linkSorts, linkUserNames } from '../api/links.ts'
import { shortHost } from '../api/page-meta.ts'
import { readKey } from '../format/read-search.ts'
import { FilterChoice } from '../parts/filter-choice.tsx'
import { lazyPart } from '../parts/lazy-part.tsx'
import { PageSearch } from '../parts/page-search.tsx'
import { useIsNarrow } from '../parts/use-is-narrow.ts'

/** As high as the field that loads. */
const waiting = <span aria-hidden className="h-9 rounded-md border border-field bg-card pointer-coarse:h-11" />
const FilterBox = lazyPart(() => import('../parts/filter-box.tsx'), 'FilterBox', waiting)
const FilterPick = lazyPart(() => import('../parts/filter-pick.tsx'), 'FilterPick', waiting)
/** Only phones need it. */
const FilterSheet = lazyPart(
  () => import('../parts/filter-sheet.tsx'),
  'FilterSheet',
  <span className="h-9 w-26 pointer-coarse:h-11" />,
)

interface LinkFiltersProps {
  filter: LinkFilter
  onChange: (change: LinkFilter) => void
}

const filterNames = ['status', 'health', 'tag', 'campaign', 'used', 'domain', 'sort'] as const
const none = Object.fromEntries(filterNames.map((name) => [name, undefined])) satisfies LinkFilter

/** Search and filters, kept in the URL. On small screens a sheet has the filters. */
export function LinkFilters({ filter, onChange }: LinkFiltersProps) {
  const isNarrow = useIsNarrow()
  const active = filterNames.filter((name) => filter[name] !== undefined).length
  const choices = <Choices filter={filter} onChange={onChange} isNamed={isNarrow} />
  return (
    <search className="mb-4 flex flex-col gap-2">
      <div className="flex gap-2">
        <PageSearch
          label="Search links"
          placeholder="Search by name, slug, or destination"
          className="min-w-0 flex-1"
          sought={filter.q}
          onSeek={(q) => onChange({ q })}
        />
        {isNarrow && (
          <FilterSheet active={active} onClear={() => onChange(none)}>
            {choices}
          </FilterSheet>
        )}
      </div>
      {!isNarrow && (
        <div className="grid grid-cols-3 gap-2 lg:grid-cols-[1.35fr_repeat(5,minmax(0,1fr))]">{choices}</div>
      )}
    </search>
  )
}

function Choices({ filter, onChange, isNamed }: LinkFiltersProps & { isNamed: boolean }) {
  const domains = useQuery(domainsQuery).data ?? []
  return (
    <>
      <FilterBox
        isNamed={isNamed}
        label="Status"
        all="All except archived"
        chosen={filter.health ?? filter.status}
        options={[
          ['all', 'All statuses'],
          ...Object.entries(linkStates).map(([status, { name }]) => [status, name] as const),
          ...Object.entries(linkHealthNames),
        ]}
        onChoose={(chosen) => onChange({ status: shortUrlStatus(chosen), health: readKey(linkHealthNames, chosen) })}
      />
      <FilterPick
        isNamed={isNamed}
        label="Tag"
        kind="tag"
        all="All tags"
        chosen={filter.tag}
        onChoose={(tag) => onChange({ tag })}
      />
      <FilterPick
        isNamed={isNamed}
        label="Campaign"
        kind="campaign"
        all="All campaigns"
        chosen={filter.campaign}
        onChoose={(campaign) => onChange({ campaign })}
      />
      <FilterChoice
        isNamed={isNamed}
        label="Used by"
        all="All kinds"
        chosen={filter.used}
        options={Object.entries(linkUserNames)}
        onChoose={(used) => onChange({ used: readKey(linkUserNames, used) })}
      />
      <FilterBox
        isNamed={isNamed}
        label="Domain"
        all="All domains"
        chosen={filter.domain}
        options={[[baseDomain, shortHost], ...domains.map(({ domain }) => [domain, domain] as const)]}
        onChoose={(domain) => onChange({ domain })}
      />
      <FilterChoice
        isNamed={isNamed}
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
