import { Link } from '@tanstack/react-router'
import { ArrowLeft, Plus, Trash2, Upload } from 'lucide-react'
import { trashDays } from '#schemas/account-limits.ts'
import type { LinkFilter } from '../api/links.ts'
import { quantity } from '../format/numbers.ts'
import { buttonStyle } from '../parts/button.tsx'
import { ListExport } from '../parts/list-export.tsx'
import { PageHead } from '../parts/page-head.tsx'
import { CreateLinkButton } from '../shell/create-anywhere.tsx'

interface LinksHeadProps {
  /** undefined while the list loads. */
  found: number | undefined
  isTrash: boolean
  isFiltered: boolean
  filter: LinkFilter
}

/** Heading and actions of the list of links, or of the trash. */
export const LinksHead = ({ found, isTrash, isFiltered, filter }: LinksHeadProps) => (
  <>
    <PageHead
      title={isTrash ? 'Trash' : 'Links'}
      {...(found !== undefined && { about: `${quantity(found, 'link')}${isFiltered && !isTrash ? ' found' : ''}` })}
    >
      {found !== undefined && found > 0 && <ListExport list="short-urls" filter={filter} />}
      {!isTrash && (
        <Link to="/imports" className={buttonStyle()}>
          <Upload aria-hidden size={15} /> Import
        </Link>
      )}
      {isTrash ? (
        <Link to="/links" className={buttonStyle()}>
          <ArrowLeft aria-hidden size={15} /> All links
        </Link>
      ) : (
        <Link to="/links" search={{ status: 'trashed' }} className={buttonStyle()}>
          <Trash2 aria-hidden size={15} /> Trash
        </Link>
      )}
      {!isTrash && (found !== 0 || isFiltered) && <CreateLinkButton Icon={Plus} />}
    </PageHead>
    {isTrash && <TrashNote />}
  </>
)

const TrashNote = () => (
  <p className="mb-4 text-dim">
    Visitors of these links see the “expired” page. The links keep their slugs and clicks. They are deleted after{' '}
    {trashDays} days.
  </p>
)
