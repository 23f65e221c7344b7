import { useQueryClient } from '@tanstack/react-query'
import { Link2, SlidersHorizontal } from 'lucide-react'
import { toast } from 'sonner'
import { describeDomain } from '../api/domain-choice.ts'
import { defaultDomain, domainsQuery } from '../api/domains.ts'
import { messageOf } from '../api/failure.ts'
import { createLink } from '../api/links.ts'
import { shortHost } from '../api/page-meta.ts'
import { readAgain } from '../api/read-again.ts'
import { bareUrl, readUrl } from '../format/urls.ts'
import { useAnnounceCreated } from '../links/announce-created.ts'
import { useOpenCreate } from './create-anywhere.tsx'
import type { ActionGroup } from './palette-actions.ts'

/** If the search is a URL: creates a link to it and copies that, or opens the form with it. */
export function useShorten(search: string): ActionGroup[] {
  const queries = useQueryClient()
  const announceCreated = useAnnounceCreated()
  const openCreate = useOpenCreate()
  const url = readUrl(search)
  if (url === null) return []

  async function shorten(destination: string) {
    try {
      const domain = defaultDomain(await readAgain(queries, domainsQuery))
      await announceCreated(await createLink({ url: destination, ...describeDomain(domain, shortHost) }))
    } catch (error) {
      toast.error('Could not create the link', { description: messageOf(error) })
    }
  }

  const shown = bareUrl(url)
  return [
    {
      name: 'Create link',
      actions: [
        { name: `Shorten ${shown}`, note: 'Create and copy', Icon: Link2, run: () => void shorten(url) },
        { name: 'Choose options', note: shown, Icon: SlidersHorizontal, run: () => openCreate(url) },
      ],
    },
  ]
}
