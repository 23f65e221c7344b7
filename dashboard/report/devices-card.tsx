import { useQuery } from '@tanstack/react-query'
import { Globe, type LucideIcon, Monitor, Smartphone, Tablet } from 'lucide-react'
import { reportQuery } from '../api/analytics.ts'
import type { Bar } from '../parts/bar-list.tsx'
import { TabbedCard } from '../parts/tabs.tsx'
import { Breakdown } from './breakdown.tsx'
import { browserRows, deviceRows, systemRows } from './rows.ts'
import type { View } from './view.ts'

const tabs = [
  { key: 'devices', name: 'Devices' },
  { key: 'browsers', name: 'Browsers' },
  { key: 'systems', name: 'Systems' },
] as const

const kinds = {
  devices: { title: 'Devices', filter: 'device', select: deviceRows },
  browsers: { title: 'Browsers', filter: 'browser', select: browserRows },
  systems: { title: 'Systems', filter: 'os', select: systemRows },
} as const

export function DevicesCard({ view }: { view: View }) {
  const { devices = 'devices' } = view.search
  const { title, filter, select } = kinds[devices]
  const query = useQuery({ ...reportQuery('device', view.id, view.scope), select })
  return (
    <TabbedCard title="Devices" tabs={tabs} chosen={devices} onChoose={(key) => view.change({ devices: key })}>
      <Breakdown
        view={view}
        title={title}
        query={query}
        filter={filter}
        {...(devices === 'devices' && { icon: deviceIcon })}
      />
    </TabbedCard>
  )
}

const icons: Record<string, LucideIcon> = { desktop: Monitor, mobile: Smartphone, tablet: Tablet }

function deviceIcon({ key }: Bar) {
  const Icon = icons[key] ?? Globe
  return <Icon aria-hidden size={14} className="shrink-0 text-dim" />
}
