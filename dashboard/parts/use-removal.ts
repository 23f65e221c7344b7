import { type Query, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { watchPage } from './watch-page.ts'

interface Removal {
  request: () => Promise<unknown>
  /** Opens another page. Not called if the user already did. */
  leave: () => Promise<void>
  /** Reloads the lists that showed the object. */
  refresh: () => Promise<void>
}

/**
 * For a page that polls its object. `remove` deletes the object and leaves the page. The queries of the page must be disabled
 * unless `isKept`: they would read a deleted object, and the page would show that it does not exist.
 */
export function useRemoval(id: string, { request, leave, refresh }: Removal) {
  const queries = useQueryClient()
  const [isKept, setIsKept] = useState(true)
  const predicate = ({ queryKey }: Query) => queryKey.includes(id)

  async function remove(): Promise<void> {
    const isStillHere = watchPage()
    setIsKept(false)
    try {
      await queries.cancelQueries({ predicate })
      await request()
    } catch (error) {
      setIsKept(true)
      throw error
    }
    if (isStillHere()) await leave()
    await refresh()
    // Without those that are shown: to remove them would read them again.
    queries.removeQueries({ predicate, type: 'inactive' })
  }

  return { isKept, remove }
}
