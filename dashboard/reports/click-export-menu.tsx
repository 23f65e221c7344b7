import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { exportUrl, mostExported, reportQuery } from '../api/analytics.ts'
import { count } from '../format/numbers.ts'
import { Menu, MenuItem, MenuLabel } from '../parts/menu.tsx'
import type { View } from './view.ts'

const formats = [
  { format: 'csv', name: 'CSV' },
  { format: 'ndjson', name: 'JSON, a line each' },
] as const

export function ClickExportMenu({ view: { id, scope }, trigger }: { view: View; trigger: ReactNode }) {
  const { data } = useQuery(reportQuery('overview', id, scope))
  const isTooMuch = (data?.total_clicks ?? 0) > mostExported
  return (
    <Menu trigger={trigger}>
      <MenuLabel>
        {isTooMuch
          ? `One file has at most ${count(mostExported)} clicks: choose fewer days`
          : 'One by one, as they are filtered'}
      </MenuLabel>
      {formats.map(({ format, name }) => (
        <MenuItem key={format} disabled={isTooMuch} onSelect={() => follow(exportUrl(id, scope, format))}>
          {name}
        </MenuItem>
      ))}
    </Menu>
  )
}

/** The browser keeps what comes: it is named by the interface, and may be larger than this page should hold. */
function follow(url: string): void {
  const link = document.createElement('a')
  link.href = url
  link.download = ''
  link.click()
}
