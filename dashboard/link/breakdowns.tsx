import { useQuery } from '@tanstack/react-query'
import { Globe, type LucideIcon, Monitor, Smartphone, Tablet } from 'lucide-react'
import type { ReactNode } from 'react'
import { reportQuery, type Scope } from '../api/analytics.ts'
import { countryName, deviceName } from '../format/names.ts'
import { type Bar, BarList } from '../parts/bar-list.tsx'
import { Card } from '../parts/card.tsx'
import { ListSkeleton } from '../parts/list-skeleton.tsx'
import { Trouble } from '../parts/trouble.tsx'
import type { LinkFilterName } from './link-page.tsx'

interface BreakdownsProps {
  id: string
  scope: Scope
  search: { [Name in LinkFilterName]?: string | undefined }
  onFilter: (name: LinkFilterName, value: string) => void
}

const deviceIcons: Record<string, LucideIcon> = { desktop: Monitor, mobile: Smartphone, tablet: Tablet }

const sum = (bars: Bar[]) => bars.reduce((all, { value }) => all + value, 0)

/** Where the clicks come from and what they are made with; a row that is clicked filters all of the page. */
export function Breakdowns({ id, scope, search, onFilter }: BreakdownsProps) {
  const referrers = useQuery(reportQuery('referrers', id, scope))
  const places = useQuery(reportQuery('location', id, scope))
  const devices = useQuery(reportQuery('device', id, scope))
  const list = (name: LinkFilterName, bars: Bar[], total: number) => (
    <BarList
      bars={bars}
      total={total}
      chosen={search[name]}
      empty="No clicks in this period."
      onChoose={(value) => onFilter(name, value)}
    />
  )
  return (
    <div className="grid gap-5 lg:grid-cols-2">
      <Panel title="Referrers" query={referrers}>
        {({ referrerDomains, totalClicks }) =>
          list(
            'referrer',
            referrerDomains.map(({ domain, clicks }) => ({
              key: domain,
              label: domain,
              icon: <Globe aria-hidden size={14} className="shrink-0 text-dim" />,
              value: clicks,
            })),
            totalClicks,
          )
        }
      </Panel>
      <Panel title="Countries" query={places}>
        {({ countries, total_clicks }) => list('country', countries.map(countryBar), total_clicks)}
      </Panel>
      <Panel title="Devices" query={devices}>
        {({ data: { device_types } }) => {
          const bars = device_types.map(({ type, clicks }) => deviceBar(type, clicks))
          return list('device', bars, sum(bars))
        }}
      </Panel>
      <Panel title="Browsers" query={devices}>
        {({ data: { browsers } }) => {
          const bars = browsers.map(({ name, clicks }) => ({ key: name, label: name, value: clicks }))
          return list('browser', bars, sum(bars))
        }}
      </Panel>
    </div>
  )
}

const countryBar = ({ country_code, clicks }: { country_code: string | null; clicks: number }): Bar => ({
  key: country_code ?? 'unknown',
  label: countryName(country_code),
  icon: (
    <span aria-hidden className="w-5 shrink-0 font-mono text-xs text-dim">
      {country_code?.toUpperCase() ?? '··'}
    </span>
  ),
  value: clicks,
})

function deviceBar(type: string, value: number): Bar {
  const Icon = deviceIcons[type] ?? Globe
  return {
    key: type,
    label: deviceName(type),
    icon: <Icon aria-hidden size={14} className="shrink-0 text-dim" />,
    value,
  }
}

interface PanelProps<T> {
  title: string
  query: { data: T | undefined; isError: boolean; error: unknown; isPlaceholderData: boolean; refetch: () => unknown }
  children: (data: T) => ReactNode
}

function Panel<T>({ title, query: { data, isError, error, isPlaceholderData, refetch }, children }: PanelProps<T>) {
  return (
    <Card title={title}>
      {data === undefined && isError ? (
        <Trouble error={error} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <ListSkeleton />
      ) : (
        <div className={`flex flex-col transition-opacity ${isPlaceholderData ? 'opacity-60' : ''}`}>
          {children(data)}
        </div>
      )}
    </Card>
  )
}
