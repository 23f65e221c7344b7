import type { ReactNode } from 'react'
import { type Bar, BarList } from '../parts/bar-list.tsx'
import { ExportButton } from './export-button.tsx'
import type { FilterName } from './filter-names.ts'
import { Panel, type PanelQuery } from './panel.tsx'
import type { Rows } from './rows.ts'
import { toggleFilter, type View } from './view.ts'

interface BreakdownProps {
  view: View
  /** The title of the list and the name of the exported file. */
  title: string
  query: PanelQuery<Rows>
  filter: FilterName
  icon?: ((bar: Bar) => ReactNode) | undefined
  beside?: (bar: Bar) => ReactNode
  /** Instead of the label of the row. */
  labelOf?: ((bar: Bar) => string) | undefined
  empty?: string | undefined
}

/** Rows in a picture. */
const mostDrawn = 20
const nothing = 'No clicks in this period.'

/** A list of rows. Clicking a row filters the whole page. */
export function Breakdown({ view, title, query, filter, icon, beside, labelOf, empty = nothing }: BreakdownProps) {
  return (
    <Panel query={query}>
      {({ bars, total, lines, isTop, note }) => (
        <>
          {note !== undefined && <p className="mb-3 text-[13px] text-dim">{note}</p>}
          <BarList
            title={title}
            bars={bars.map((bar) => ({
              ...bar,
              ...(labelOf !== undefined && { label: labelOf(bar) }),
              ...(icon !== undefined && { icon: icon(bar) }),
              ...(beside !== undefined && { beside: beside(bar) }),
            }))}
            total={total}
            isTop={isTop}
            chosen={view.search[filter]}
            empty={empty}
            onChoose={filter in view.about ? undefined : (value) => toggleFilter(view, filter, value)}
            aside={
              <ExportButton
                name={title.toLowerCase().replaceAll(' ', '-')}
                source={{
                  load: async () => lines,
                  top: isTop ? lines.length : undefined,
                  picture: { title, bars: bars.slice(0, mostDrawn) },
                }}
              />
            }
          />
        </>
      )}
    </Panel>
  )
}
