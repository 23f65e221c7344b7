import { Link, type LinkProps } from '@tanstack/react-router'
import { ChevronLeft } from 'lucide-react'

interface BackLinkProps {
  to: NonNullable<LinkProps['to']>
  search?: NonNullable<LinkProps['search']>
  children: string
}

/** Link from the page of a resource to the list of all. */
export const BackLink = ({ to, search = {}, children }: BackLinkProps) => (
  <Link
    to={to}
    search={search}
    className="touch-target mb-2 -ml-1 inline-flex h-6 items-center gap-0.5 rounded pr-1 text-[13px] font-medium text-dim hover:text-text"
  >
    <ChevronLeft aria-hidden size={15} /> {children}
  </Link>
)
