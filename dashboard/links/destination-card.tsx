import { useQuery } from '@tanstack/react-query'
import { ExternalLink } from 'lucide-react'
import type { ShortUrl } from '#schemas/links.ts'
import { destinationQuery } from '../api/destination.ts'
import { bareUrl } from '../format/urls.ts'
import { Card } from '../parts/card.tsx'
import { CopyButton } from '../parts/copy-button.tsx'
import { LookAlikeNotice } from '../parts/look-alike-notice.tsx'
import { SiteIcon } from '../parts/site-icon.tsx'
import { isCodePage } from './link-use.tsx'

/** The destination: its URL, and the title, description and image of its page. */
export function DestinationCard({ link }: { link: ShortUrl }) {
  const { original_url: url } = link
  if (isCodePage(link)) {
    return (
      <Card title="Destination">
        <p className="text-dim">Visitors see a page with the content of the QR code.</p>
      </Card>
    )
  }
  return (
    <Card title="Destination">
      <PageCard url={url} />
      <p className="mt-3 flex min-w-0 items-center gap-1">
        <a
          href={url}
          target="_blank"
          rel="noreferrer"
          className="touch-target flex min-w-0 items-center gap-1.5 rounded font-medium hover:underline"
          title={url}
        >
          <span className="line-clamp-3 wrap-anywhere">{bareUrl(url)}</span>
          <ExternalLink aria-hidden size={13} className="shrink-0 text-dim" />
        </a>
        <CopyButton text={url} label="Copy destination" />
      </p>
      <OtherDestinations link={link} />
    </Card>
  )
}

function PageCard({ url }: { url: string }) {
  const { data } = useQuery(destinationQuery(url))
  const title = data?.title ?? data?.site_name ?? new URL(url).hostname
  return (
    <div className="flex gap-3 lg:flex-col">
      {data?.picture && (
        <img
          src={data.picture}
          alt=""
          className="aspect-[1.91] w-28 shrink-0 self-start rounded-md border border-line object-cover lg:w-full"
        />
      )}
      <div className="min-w-0">
        <p className="flex items-start gap-2 font-medium">
          <span className="flex h-5 items-center">
            <SiteIcon icon={data?.icon} />
          </span>
          <span className="line-clamp-2 min-w-0 break-words">{title}</span>
        </p>
        {data?.description && <p className="mt-1 line-clamp-2 text-[13px] text-dim">{data.description}</p>}
        {data?.imitates && <LookAlikeNotice what="This destination" imitates={data.imitates} />}
      </div>
    </div>
  )
}

/** Where some visitors go instead. */
function OtherDestinations({ link }: { link: ShortUrl }) {
  const others = [
    ['iOS', link.ios_url],
    ['Android', link.android_url],
    ['After expiration', link.expired_url],
  ] as const
  return others.map(
    ([name, url]) =>
      url !== null && (
        <p key={name} className="mt-1 flex min-w-0 gap-1.5 text-[13px] text-dim" title={url}>
          <span className="shrink-0">{name}:</span>
          <span className="truncate">{bareUrl(url)}</span>
        </p>
      ),
  )
}
