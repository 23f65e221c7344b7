import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { importReportDays } from '#schemas/account-limits.ts'
import type { ImportOutcome, ImportRecord } from '#schemas/imports.ts'
import { type ImportItem, importItemsQuery, isRunning } from '../api/imports.ts'
import { count } from '../format/numbers.ts'
import { bareUrl } from '../format/urls.ts'
import { Card } from '../parts/card.tsx'
import { ListSkeleton } from '../parts/loaded.tsx'
import { MoreButton } from '../parts/more-button.tsx'
import { Segments } from '../parts/segments.tsx'
import { Trouble } from '../parts/trouble.tsx'
import { outcomeNames } from './import-names.ts'

const dayMs = 86_400_000
const itemsEveryMs = 5_000

/** The links of each outcome. */
export function ImportReport({ run }: { run: ImportRecord }) {
  const counts = countsOf(run)
  const found = (Object.keys(outcomeNames) as ImportOutcome[]).filter((outcome) => counts[outcome] > 0)
  const [chosen, setChosen] = useState<ImportOutcome>()
  const outcome = chosen !== undefined && found.includes(chosen) ? chosen : found[0]
  if (outcome === undefined) return null
  return (
    <Card title="Links">
      <Segments<string>
        name="Outcome"
        chosen={outcome}
        choices={Object.fromEntries(found.map((name) => [name, `${outcomeNames[name]} (${count(counts[name])})`]))}
        onChoose={(name) => setChosen(name as ImportOutcome)}
      />
      <Items key={outcome} run={run} outcome={outcome} all={counts[outcome]} />
    </Card>
  )
}

/** The API counts invalid links as failed too. */
function countsOf({ result, analysis }: ImportRecord): Record<ImportOutcome, number> {
  return { ...result, invalid: analysis.invalid, failed: Math.max(0, result.failed - analysis.invalid) }
}

interface ItemsProps {
  run: ImportRecord
  outcome: ImportOutcome
  /** Number of links with this outcome. */
  all: number
}

function Items({ run, outcome, all }: ItemsProps) {
  const [now] = useState(() => Date.now())
  const query = useInfiniteQuery({
    ...importItemsQuery(run.id, outcome),
    // Until "Load more" leads to the rest.
    refetchInterval: ({ state }) =>
      isRunning(run) && state.data?.pages.at(-1)?.pagination.has_more === false ? itemsEveryMs : false,
  })
  const items = query.data?.pages.flatMap(({ data }) => data)
  if (items === undefined) return query.isError ? <Trouble query={query} /> : <ListSkeleton />
  const listed = query.data?.pages.at(-1)?.pagination.total ?? 0
  return (
    <>
      {listed < all && losesItems(outcome) && isOld(run, now) && (
        <p className="mt-3 text-[13px] text-dim">
          {count(listed)} of {count(all)} are listed. The others were removed {importReportDays} days after the import.
        </p>
      )}
      {items.length > 0 && (
        <ul aria-label={outcomeNames[outcome]} className="-mx-4 mt-3 border-t border-line sm:-mx-5">
          {items.map((item) => (
            <li key={item.position} className="border-b border-line px-4 py-2 last:border-b-0 sm:px-5">
              <Item item={item} unit={run.base_url === null ? 'Row' : 'Link'} />
            </li>
          ))}
        </ul>
      )}
      <MoreButton query={query} className="mt-3 self-start" />
    </>
  )
}

const losesItems = (outcome: ImportOutcome): boolean => outcome !== 'created' && outcome !== 'renamed'

const isOld = ({ finished_at }: ImportRecord, now: number): boolean =>
  finished_at !== null && Date.parse(finished_at) < now - importReportDays * dayMs

interface ItemProps {
  item: ImportItem
  /** What positions count. */
  unit: string
}

const Item = ({ item: { position, source_url, short_url, short_url_id, message }, unit }: ItemProps) => (
  <div className="flex flex-wrap items-baseline gap-x-4 gap-y-0.5">
    <span className="w-20 shrink-0 text-[13px] text-dim tabular-nums">
      {unit} {count(position)}
    </span>
    <span className="min-w-0 flex-1 basis-48">
      {short_url_id !== null && short_url !== null ? (
        <Link to="/links/$id" params={{ id: short_url_id }} className="row-name">
          {bareUrl(short_url)}
        </Link>
      ) : (
        <span className="wrap-anywhere">{source_url ?? (message === null ? 'No short link' : null)}</span>
      )}
      {message !== null && <span className="block text-[13px] wrap-anywhere text-dim">{message}</span>}
    </span>
  </div>
)
