import { useState } from 'react'
import { count } from '../format/numbers.ts'
import type { BarListProps } from './bar-list.tsx'
import { BarRow } from './bar-row.tsx'
import { Modal } from './modal.tsx'
import { SearchField } from './search-field.tsx'

interface AllBarsProps extends Pick<BarListProps, 'bars' | 'total' | 'isTop' | 'chosen' | 'onChoose'> {
  title: string
  onClose: () => void
}

/** All bars of a list, with a search. Choosing one filters the page and closes the dialog. */
export function AllBars({ title, bars, total, isTop = false, chosen, onChoose, onClose }: AllBarsProps) {
  const [sought, setSought] = useState('')
  const words = sought.trim().toLowerCase()
  const found = bars.filter(({ label, hint = '' }) => `${label} ${hint}`.toLowerCase().includes(words))
  const most = Math.max(1, ...bars.map(({ value }) => value))
  const all = isTop ? `the top ${count(bars.length)}` : count(bars.length)
  const choose = (key: string) => {
    onChoose?.(key)
    onClose()
  }
  return (
    <Modal title={title} onClose={onClose}>
      <SearchField label={`Search ${title}`} value={sought} onChange={setSought} />
      <p role="status" className="mt-2 mb-3 text-[13px] text-dim">
        {words !== '' ? `${count(found.length)} of ${all}` : `Showing ${isTop ? all : `all ${all}`}`}
      </p>
      <ul className="flex min-h-72 flex-col gap-1" aria-label={title}>
        {found.map((bar) => (
          <li key={bar.key}>
            <BarRow
              bar={bar}
              most={most}
              total={total}
              chosen={chosen}
              onChoose={onChoose === undefined ? undefined : choose}
              showsShare
            />
          </li>
        ))}
      </ul>
    </Modal>
  )
}
