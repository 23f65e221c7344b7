import { useQuery } from '@tanstack/react-query'
import { Image } from 'lucide-react'
import { destinationQuery } from '../api/destination.ts'
import { bareUrl } from '../format/urls.ts'
import { LookAlikeNotice } from '../parts/look-alike-notice.tsx'
import { SiteIcon } from '../parts/site-icon.tsx'

export interface OwnCard {
  title: string
  description: string
  image_url: string
}

interface SocialCardProps {
  /** Full URL of the destination; '' if there is none yet. */
  url: string
  /** The link's own card. Its empty fields show those of the destination only if all are empty, as in social apps. */
  own: OwnCard
  host: string
}

/** The card that social apps show: the link's own one, or that of its destination. */
export function SocialCard({ url, own, host }: SocialCardProps) {
  const isOwn = `${own.title}${own.description}${own.image_url}` !== ''
  const { data: page } = useQuery(destinationQuery(url))
  const { data: image } = useQuery(destinationQuery(own.image_url))
  const picture = isOwn ? image?.picture : page?.picture
  const title = (isOwn ? own.title : page?.title) || (url === '' ? 'Your destination' : bareUrl(url))
  const description = isOwn ? own.description : page?.description
  return (
    <div className="overflow-hidden rounded-md border border-line">
      <div className="flex aspect-[1.91] items-center justify-center overflow-hidden border-b border-line bg-sunken text-dim">
        {picture ? (
          <img src={picture} alt="" className="size-full object-cover" />
        ) : (
          <p className="flex max-w-full flex-col items-center gap-1.5 px-4 text-xs">
            <Image aria-hidden size={22} strokeWidth={1.5} />
            <span className="max-w-full truncate">{own.image_url === '' ? 'No image' : bareUrl(own.image_url)}</span>
          </p>
        )}
      </div>
      <div className="px-3 py-2">
        <p className="flex items-center gap-1.5 text-xs text-dim">
          {!isOwn && url !== '' && <SiteIcon icon={page?.icon} size={14} />}
          <span className="truncate">{isOwn || url === '' ? host : bareUrl(new URL(url).origin)}</span>
        </p>
        <p className="truncate font-medium" title={title}>
          {title}
        </p>
        {description && <p className="line-clamp-2 text-[13px] text-dim">{description}</p>}
        {page?.imitates && <LookAlikeNotice what="This destination" imitates={page.imitates} />}
      </div>
    </div>
  )
}
