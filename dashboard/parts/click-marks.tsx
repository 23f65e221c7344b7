import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { LucideIcon } from 'lucide-react'
import { linkQuery } from '../api/links.ts'

export function ClickedLink({ id }: { id: string }) {
  const { data } = useQuery({ ...linkQuery(id), staleTime: 60_000, retry: false })
  return (
    <Link to="/links/$id" params={{ id }} className="rounded font-medium hover:underline">
      {data === undefined ? 'Link' : data.short_code}
    </Link>
  )
}

/** The device of a click. */
export const ClickIcon = ({ Icon, name }: { Icon: LucideIcon; name: string }) => (
  <span className="flex size-8 shrink-0 items-center justify-center rounded-md bg-sunken text-dim" title={name}>
    <Icon aria-hidden size={15} />
    <span className="sr-only">{name}</span>
  </span>
)

/** Shows that new clicks appear automatically. */
export const LiveMark = () => (
  <span className="flex items-center gap-1.5 text-xs text-dim">
    <span aria-hidden className="size-1.5 rounded-full bg-good" /> Live
  </span>
)
