import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { FolderMinus, Plus } from 'lucide-react'
import { useEffect, useState } from 'react'
import { toast } from 'sonner'
import type { ShortUrl } from '#schemas/links.ts'
import { addLinks, type Campaign, campaignLinksQuery, removeLinks } from '../api/campaigns.ts'
import { messageOf } from '../api/failure.ts'
import { refreshLinked } from '../api/refresh.ts'
import { count, plural, quantity } from '../format/numbers.ts'
import { bareUrl } from '../format/urls.ts'
import { Button, IconButton } from '../parts/button.tsx'
import { CopyButton } from '../parts/copy-button.tsx'
import { lazyPart } from '../parts/lazy-part.tsx'
import { ListCard } from '../parts/list-card.tsx'
import { MoreButton } from '../parts/more-button.tsx'
import { Nothing } from '../parts/nothing.tsx'
import { ShortLink } from '../parts/short-link.tsx'

const AddLinksDialog = lazyPart(() => import('./add-links-dialog.tsx'), 'AddLinksDialog')

export function CampaignLinks({ campaign }: { campaign: Campaign }) {
  const [isAdding, setIsAdding] = useState(false)
  const query = useInfiniteQuery(campaignLinksQuery(campaign.id))
  const { gone, takeOut } = useTakeOut(campaign)
  const links = query.data?.pages
    .flatMap(({ data }) => data)
    .filter(({ id, trashed_at }) => trashed_at === null && !gone.has(id))
  const total = campaign.url_count
  const { hasNextPage, isFetchingNextPage, isError, fetchNextPage } = query
  /** The pages so far have only links in the trash. */
  const isSearching = links?.length === 0 && hasNextPage && !isError
  useEffect(() => {
    if (isSearching && !isFetchingNextPage) void fetchNextPage()
  }, [isSearching, isFetchingNextPage, fetchNextPage])
  const add = (
    <Button Icon={Plus} look="main" onClick={() => setIsAdding(true)}>
      Add links
    </Button>
  )
  return (
    <div className="pt-2">
      {links !== undefined && links.length > 0 && (
        <div className="mb-3 flex items-center justify-between gap-3">
          <p className="text-dim">{quantity(total, 'link')}</p>
          {add}
        </div>
      )}
      <ListCard
        label="Links in this campaign"
        query={query}
        rows={isSearching ? undefined : links}
        empty={
          <Nothing action={add}>
            No links yet. Add links to see their clicks together, including past clicks. A link can belong to only one
            campaign.
          </Nothing>
        }
      >
        {(link) => <Row link={link} onTakeOut={() => takeOut(link)} />}
      </ListCard>
      <MoreButton query={query} />
      {isAdding && <AddLinksDialog campaign={campaign} onClose={() => setIsAdding(false)} />}
    </div>
  )
}

/** Removes a link from the list immediately and restores it if the request fails. */
function useTakeOut({ id, name }: Campaign) {
  const queries = useQueryClient()
  const [gone, setGone] = useState<ReadonlySet<string>>(new Set())

  async function putBack(link: ShortUrl) {
    try {
      await addLinks(id, [link.id])
    } catch (error) {
      toast.error(`Could not add ${link.short_code} back to ${name}`, { description: messageOf(error) })
    }
    await refreshLinked(queries)
  }

  async function takeOut(link: ShortUrl) {
    setGone((old) => new Set([...old, link.id]))
    try {
      await removeLinks(id, [link.id])
      toast(`${link.short_code} removed from ${name}`, {
        description: 'The link still works.',
        action: { label: 'Undo', onClick: () => void putBack(link) },
      })
      await refreshLinked(queries)
    } catch (error) {
      toast.error(`Could not remove ${link.short_code} from ${name}`, { description: messageOf(error) })
    }
    // The reloaded list is now correct, and the link may be added again.
    setGone((old) => new Set([...old].filter((each) => each !== link.id)))
  }

  return { gone, takeOut: (link: ShortUrl) => void takeOut(link) }
}

function Row({ link, onTakeOut }: { link: ShortUrl; onTakeOut: () => void }) {
  return (
    <div className="flex items-center gap-3 py-2.5 pr-2 pl-4 hover:bg-sunken/50">
      <div className="min-w-0 flex-1">
        <div className="flex items-center gap-1">
          <Link to="/links/$id" params={{ id: link.id }} className="row-name" title={link.short_url}>
            <ShortLink url={link.short_url} />
          </Link>
          <CopyButton text={link.short_url} label={`Copy ${bareUrl(link.short_url)}`} />
        </div>
        <p className="truncate text-[13px] text-dim">
          {link.name !== null && <span className="text-text">{link.name} · </span>}
          {bareUrl(link.original_url)}
        </p>
      </div>
      <p className="font-medium tabular-nums">
        {count(link.click_count)} <span className="font-normal text-dim">{plural(link.click_count, 'click')}</span>
      </p>
      <IconButton
        Icon={FolderMinus}
        title="Remove from campaign"
        onClick={onTakeOut}
        label={`Remove ${link.short_code} from campaign`}
      />
    </div>
  )
}
