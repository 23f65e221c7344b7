import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { campaignNamesQuery, nameOfCampaign } from '../api/campaign-names.ts'
import { count } from '../format/numbers.ts'
import type { Column } from './columns.ts'
import { FailedRow, LinkList, RowSkeleton } from './link-list.tsx'
import { type LinkActs, LinkRow } from './link-row.tsx'
import { useTrashed } from './trash.ts'
import type { useLinkRows } from './use-link-rows.ts'
import type { useSelection } from './use-selection.ts'

interface LinkRowsProps {
  rows: ReturnType<typeof useLinkRows>
  chosen: ReturnType<typeof useSelection>
  columns: ReadonlySet<Column>
  onRange: (range: { first: number; last: number }) => void
  acts: LinkActs
}

export function LinkRows({ rows, chosen, columns, onRange, acts }: LinkRowsProps) {
  const trashed = useTrashed()
  const campaigns = useQuery(campaignNamesQuery).data
  const [current, setCurrent] = useState<number | null>(null)

  /** X selects a row, Escape clears the selection. Returns whether the key was used. */
  function onKey(key: string, index: number, isShift: boolean): boolean {
    if (key === 'Escape' && chosen.selection.size > 0) chosen.clear()
    else if (key.toLowerCase() === 'x') chosen.select(index, isShift)
    else return false
    return true
  }

  return (
    <>
      <LinkList
        total={rows.total}
        isOld={rows.isOld}
        current={current}
        onCurrent={setCurrent}
        onRange={onRange}
        onKey={onKey}
      >
        {(index) => {
          const link = rows.rowAt(index)
          if (link === undefined)
            return rows.hasFailedAt(index) ? <FailedRow onRetry={() => void rows.refetch()} /> : <RowSkeleton />
          return (
            <LinkRow
              link={link}
              index={index}
              columns={columns}
              trend={rows.trendOf(link.id)}
              icon={rows.iconOf(link)}
              campaign={link.campaign_id === null ? undefined : nameOfCampaign(campaigns, link.campaign_id)}
              isSelected={chosen.selection.has(link.id)}
              trashed={trashed.get(link.id)}
              onSelect={chosen.select}
              acts={acts}
            />
          )
        }}
      </LinkList>
      {rows.found > rows.total && (
        <p className="mt-3 text-dim">
          Showing the first {count(rows.total)} links. Search or filter to find the others.
        </p>
      )}
    </>
  )
}
