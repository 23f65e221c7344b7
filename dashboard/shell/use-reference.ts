import { useQuery } from '@tanstack/react-query'
import { BookOpen } from 'lucide-react'
import { operationsQuery } from '../api/operations.ts'
import { rootPath } from '../api/page-meta.ts'
import { matchesWords } from '../format/match-words.ts'
import type { ActionGroup } from './palette-actions.ts'

const mostFound = 5
const shortestSearch = 2

/** Operations in the API reference that match the search. */
export function useReference(search: string): ActionGroup[] {
  const isLong = search.length >= shortestSearch
  const { data = [] } = useQuery({ ...operationsQuery, enabled: isLong })
  if (!isLong) return []
  const found = data.filter(({ method, path, summary }) =>
    matchesWords(`${summary} ${method} ${path} docs api`, search),
  )
  const actions = found.slice(0, mostFound).map(({ method, path, summary, anchor }) => ({
    id: `${method} ${path}`,
    name: summary,
    note: `${method} ${path}`,
    Icon: BookOpen,
    run: () => location.assign(`${rootPath}/docs#${anchor}`),
  }))
  return [{ name: 'API reference', actions }]
}
