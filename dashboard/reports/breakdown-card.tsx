import { useQuery } from '@tanstack/react-query'
import { Globe, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Bar } from '../parts/bar-list.tsx'
import { deviceIcons } from '../parts/click-marks.tsx'
import { TabbedCard } from '../parts/tabs.tsx'
import { Breakdown } from './breakdown.tsx'
import { breakdownQuery } from './breakdown-query.ts'
import { type BreakdownName, type BreakdownTab, type CardName, tabsOf } from './breakdowns.ts'
import type { View } from './view.ts'

interface BreakdownCardProps {
  view: View
  card: CardName
  title: string
  /** A tab before the lists. */
  first?: { key: string; name: string; content: ReactNode }
}

/** A card with one tab per breakdown. */
export function BreakdownCard({ view, card, title, first }: BreakdownCardProps) {
  const lists = tabsOf(card)
  const tabs = first === undefined ? lists : [first, ...lists]
  const chosen = view.search[card] ?? tabs[0]?.key ?? ''
  const list = lists.find(({ key }) => key === chosen)
  return (
    <TabbedCard title={title} tabs={tabs} chosen={chosen} onChoose={(key) => view.change({ [card]: key })}>
      {list === undefined ? first?.content : <List key={chosen} view={view} tab={list} />}
    </TabbedCard>
  )
}

function List({ view, tab: { breakdown, name, title = name, empty } }: { view: View; tab: BreakdownTab }) {
  const query = useQuery(breakdownQuery(breakdown, view.id, view.scope))
  return (
    <Breakdown view={view} title={title} query={query} filter={breakdown} icon={rowIcons[breakdown]} empty={empty} />
  )
}

const rowIcons: { [Name in BreakdownName]?: (bar: Bar) => ReactNode } = {
  country: ({ key }) => (
    <span aria-hidden className="w-5 shrink-0 font-mono text-xs text-dim">
      {key === '' ? '··' : key.toUpperCase()}
    </span>
  ),
  device: ({ key }) => drawIcon(deviceIcons[key] ?? Globe),
  referrer: () => drawIcon(Globe),
}

const drawIcon = (Icon: LucideIcon) => <Icon aria-hidden size={14} className="shrink-0 text-dim" />
