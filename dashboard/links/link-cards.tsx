import type { ShortUrl } from '#schemas/links.ts'
import { DestinationCard } from './destination-card.tsx'
import { LinkActivity } from './link-activity.tsx'
import { LinkCodeCard } from './link-code-card.tsx'
import { LinkSettings } from './link-settings.tsx'

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
  </div>
)
