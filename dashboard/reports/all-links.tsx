import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { topLinkPagesQuery } from '../api/analytics.ts'
import { keepRows } from '../api/pages.ts'
import { BarRow } from '../parts/bar-row.tsx'
import { Modal } from '../parts/modal.tsx'
import { MoreButton } from '../parts/more-button.tsx'
import { SearchField } from '../parts/search-field.tsx'
import { useSettled } from '../parts/use-settled.ts'
import { Panel } from './panel.tsx'
import { linkRows } from './rows.ts'
import { toggleFilter, useTotal, type View } from './view.ts'

/** A paged list of links with clicks. The API searches them. */
export function AllLinks({ view, onClose }: { view: View; onClose: () => void }) {
  const [typed, setTyped] = useState('')
  const search = useSettled(typed.trim())
  const query = useInfiniteQuery({ ...topLinkPagesQuery(view.scope, search), placeholderData: keepRows })
  const total = useTotal(view)
  const choose = (id: string) => {
    toggleFilter(view, 'link', id)
    onClose()
  }
  return (
    <Modal title="Links" onClose={onClose}>
      <SearchField label="Search links" value={typed} onChange={setTyped} />
      <div className="mt-3">
        <Panel query={query}>
          {({ pages }) => {
            const { bars } = linkRows({ urls: pages.flatMap(({ urls }) => urls) })
            const most = Math.max(1, ...bars.map(({ value }) => value))
            return (
              <>
                <ul aria-label="Links" className="flex flex-col gap-1">
                  {bars.map((bar) => (
                    <li key={bar.key}>
                      <BarRow bar={bar} most={most} total={total} chosen={view.search.link} onChoose={choose} />
                    </li>
                  ))}
                </ul>
                {bars.length === 0 && <p className="py-6 text-center text-dim">No links match your search.</p>}
                <MoreButton query={query} className="mt-3 self-center" />
              </>
            )
          }}
        </Panel>
      </div>
    </Modal>
  )
}
