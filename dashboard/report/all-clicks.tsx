import { useInfiniteQuery } from '@tanstack/react-query'
import { allClicksQuery } from '../api/analytics.ts'
import { count } from '../format/numbers.ts'
import { Button } from '../parts/button.tsx'
import { Modal } from '../parts/modal.tsx'
import { ClickRow } from './click-row.tsx'
import { Panel } from './panel.tsx'
import type { View } from './view.ts'

/** Clicks one by one, the newest first, as far back as somebody goes on. */
export function AllClicks({ view, onClose }: { view: View; onClose: () => void }) {
  const query = useInfiniteQuery(allClicksQuery(view.id, view.scope))
  const total = query.data?.pages[0]?.pagination.total
  return (
    <Modal
      title="Clicks"
      {...(total !== undefined && { about: `${count(total)}, the newest first` })}
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
            {query.hasNextPage && (
              <Button
                className="mt-3 self-center"
                disabled={query.isFetchingNextPage}
                onClick={() => void query.fetchNextPage()}
              >
                Show older ones
              </Button>
            )}
          </>
        )}
      </Panel>
    </Modal>
  )
}
