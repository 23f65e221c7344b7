import { useQuery } from '@tanstack/react-query'
import { Globe, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { linkQuery } from '../api/links.ts'
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
  const lists = tabsOf(card).filter(({ breakdown }) => breakdown !== 'rule' || view.about.link !== undefined)
  const tabs = first === undefined ? lists : [first, ...lists]
  const asked = tabs.find(({ key }) => key === view.search[card])
  const chosen = (asked ?? tabs[0])?.key ?? ''
  const list = lists.find(({ key }) => key === chosen)
  return (
    <TabbedCard title={title} tabs={tabs} chosen={chosen} onChoose={(key) => view.change({ [card]: key })}>
      {list === undefined ? first?.content : <List key={chosen} view={view} tab={list} />}
    </TabbedCard>
  )
}

function List({ view, tab: { breakdown, name, title = name, empty } }: { view: View; tab: BreakdownTab }) {
  const query = useQuery(breakdownQuery(breakdown, view.id, view.scope))
  const ruleName = useRuleNames(breakdown === 'rule' ? view.about.link : undefined)
  return (
    <Breakdown
      view={view}
      title={title}
      query={query}
      filter={breakdown}
      icon={rowIcons[breakdown]}
      labelOf={ruleName}
      empty={empty}
    />
  )
}

/** The names of a link's rules by ID. Clicks keep the IDs of deleted ones. */
function useRuleNames(link: string | undefined): ((bar: Bar) => string) | undefined {
  const { data } = useQuery({ ...linkQuery(link ?? ''), enabled: link !== undefined })
  if (link === undefined) return undefined
  const names = new Map(data?.targeting_rules.map(({ id, name }) => [id, name]))
  return ({ key, label }) => (key === '' ? 'No rule' : (names.get(key) ?? label))
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
