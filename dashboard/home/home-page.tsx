import { Plus } from 'lucide-react'
import { Button } from '../parts/button.tsx'
import { Kbd } from '../parts/kbd.tsx'
import { PageHead } from '../parts/page-head.tsx'
import { useNow } from '../parts/use-now.ts'
import { useOpenCreate } from '../shell/create-anywhere.tsx'
import { FirstSteps } from './first-steps.tsx'
import { HomeChart } from './home-chart.tsx'
import { HomeTiles } from './home-tiles.tsx'
import { RecentClicks } from './recent-clicks.tsx'
import { TopLinks } from './top-links.tsx'

/** The last 30 days of the account at one look. */
export function HomePage() {
  const openCreate = useOpenCreate()
  const now = useNow()
  return (
    <>
      <PageHead title="Home" about="The last 30 days">
        <Button Icon={Plus} look="main" onClick={() => openCreate()}>
          Create a link <Kbd>C</Kbd>
        </Button>
      </PageHead>
      <div className="grid grid-cols-1 gap-5">
        <FirstSteps />
        <HomeTiles now={now} />
        <HomeChart now={now} />
        <div className="grid gap-5 lg:grid-cols-2">
          <TopLinks now={now} />
          <RecentClicks />
        </div>
      </div>
    </>
  )
}
