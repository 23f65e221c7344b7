import { useInfiniteQuery } from '@tanstack/react-query'
import { allClicksQuery } from '../api/analytics.ts'
import { quantity } from '../format/numbers.ts'
import { Modal } from '../parts/modal.tsx'
import { MoreButton } from '../parts/more-button.tsx'
import { ClickRow } from './click-row.tsx'
import { Panel } from './panel.tsx'
import type { View } from './view.ts'

export function AllClicks({ view, onClose }: { view: View; onClose: () => void }) {
  const query = useInfiniteQuery(allClicksQuery(view.id, view.scope))
  const total = query.data?.pages[0]?.pagination.total
  return (
    <Modal
      title="Clicks"
      {...(total !== undefined && { about: `${quantity(total, 'click')}, newest first` })}
      onClose={onClose}
    >
      <Panel query={{ ...query, isPlaceholderData: false }}>
        {({ pages }) => (
          <>
            <ul aria-label="Clicks" className="flex flex-col">
              {pages
                .flatMap(({ data }) => data)
                .map((click) => (
                  <li key={click.id}>
                    <ClickRow click={click} showsLink={view.about.link === undefined} />
                  </li>
                ))}
            </ul>
            <MoreButton query={query} className="mt-3 self-center" />
          </>
        )}
      </Panel>
    </Modal>
  )
}
