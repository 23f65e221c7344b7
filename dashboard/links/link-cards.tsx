import type { ShortUrl } from '#schemas/links.ts'
import { lazyPart } from '../parts/lazy-part.tsx'
import { DestinationCard } from './destination-card.tsx'
import { LinkActivity } from './link-activity.tsx'
import { LinkCodeCard } from './link-code-card.tsx'
import { LinkSettings } from './link-settings.tsx'
import { isCodePage } from './link-use.tsx'

const WhoGoesWhere = lazyPart(() => import('./who-goes-where.tsx'), 'WhoGoesWhere')

const ScheduledCard = lazyPart(() => import('./scheduled-card.tsx'), 'ScheduledCard')

/** Whether visitors of the link go to several destinations. */
const decides = (link: ShortUrl): boolean =>
  !isCodePage(link) &&
  (link.targeting_rules.length > 0 || link.ios_url !== null || link.android_url !== null || link.ab_test_id !== null)

export const LinkCards = ({ link }: { link: ShortUrl }) => (
  <div className="mb-6 grid grid-cols-1 gap-5 md:grid-cols-2 lg:grid-cols-3">
    <DestinationCard link={link} />
    <LinkCodeCard link={link} />
    <div className="grid min-w-0 md:col-span-2 lg:col-span-1">
      <LinkSettings key={link.id} link={link} />
    </div>
    <div className="min-w-0 md:col-span-2 lg:col-span-3">
      <LinkActivity link={link} />
    </div>
    {link.schedules.length > 0 && (
      <div className="grid min-w-0 md:col-span-2 lg:col-span-3">
        <ScheduledCard schedules={link.schedules} />
      </div>
    )}
    {decides(link) && (
      <div className="grid min-w-0 md:col-span-2 lg:col-span-3">
        <WhoGoesWhere key={link.id} link={link} />
      </div>
    )}
  </div>
)
