import { Link } from '@tanstack/react-router'
import { Link2 } from 'lucide-react'
import { curlPost } from '../api/call-text.ts'
import { Button, buttonStyle } from '../parts/button.tsx'
import { EmptyState } from '../parts/empty-state.tsx'
import { Nothing } from '../parts/nothing.tsx'
import { CreateLinkButton } from '../shell/create-anywhere.tsx'

interface NoLinksProps {
  isTrash: boolean
  isFiltered: boolean
  onClear: () => void
}

export function NoLinks({ isTrash, isFiltered, onClear }: NoLinksProps) {
  if (isTrash)
    return (
      <Nothing action={<Button onClick={onClear}>Show all links</Button>}>
        The trash is empty. Links that you delete appear here.
      </Nothing>
    )
  if (isFiltered)
    return <Nothing action={<Button onClick={onClear}>Clear filters</Button>}>No links match your filters.</Nothing>
  return (
    <EmptyState
      Icon={Link2}
      title="Your short links will appear here"
      about="Create one to share a URL and count its clicks, or paste a URL anywhere on this page."
      action={
        <div className="flex flex-wrap justify-center gap-2">
          <CreateLinkButton />
          <Link to="/imports" className={buttonStyle()}>
            Import links
          </Link>
        </div>
      }
      command={curlPost('/short-urls', { url: 'https://example.com/a-long-url' })}
    />
  )
}
