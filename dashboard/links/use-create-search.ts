import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useCan } from '../api/rights.ts'
import { useOpenCreate } from '../shell/create-anywhere.tsx'

/**
 * Opens the form of a new link with the URL that a bookmarklet put into the search of the page, and removes it there:
 * a reload must not open the form again. Only the user submits the form, because any website can link to such a page.
 */
export function useCreateSearch(create: unknown): void {
  const navigate = useNavigate({ from: '/links' })
  const openCreate = useOpenCreate()
  const mayCreate = useCan()('edit')
  useEffect(() => {
    if (create === undefined) return
    void navigate({ search: ({ create: _, ...filter }) => filter, replace: true })
    // Its length and host are checked when the form is sent, with a message at the field.
    if (mayCreate && typeof create === 'string' && /^https?:\/\//i.test(create)) openCreate(create)
  }, [create, mayCreate, navigate, openCreate])
}
