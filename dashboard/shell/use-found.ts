import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { Link2, type LucideIcon, Megaphone, QrCode } from 'lucide-react'
import { type Found, findQuery } from '../api/find.ts'
import { useSettled } from '../parts/use-settled.ts'

const pauseMs = 150
/** Minimum length: a single letter matches nearly every name. */
const shortestSearch = 2

/** Resources that match the search, from the results so far. */
export function useFound(search: string) {
  const { navigate } = useRouter()
  const settled = useSettled(search, pauseMs)
  const isLong = search.length >= shortestSearch
  const isAsked = isLong && settled.length >= shortestSearch
  const { data, error, isPlaceholderData } = useQuery({ ...findQuery(settled), enabled: isAsked })
  const isSettled = settled === search
  if (!isLong) return { groups: [], isSearching: false, error: null }
  if (data === undefined) return { groups: [], isSearching: error === null || !isSettled, error }
  const isAnswered = isSettled && !isPlaceholderData
  // Results of the previous search are filtered, so that Enter opens only what matches the current one.
  const fitting = (found: Found[]) => (isAnswered ? found : found.filter((one) => isNamed(one, search)))
  const actionsOf = (found: Found[], to: '/links/$id' | '/campaigns/$id' | '/qr-codes/$id', Icon: LucideIcon) =>
    fitting(found).map((one) => ({ ...one, Icon, run: () => void navigate({ to, params: { id: one.id } }) }))
  return {
    groups: [
      { name: 'Links', actions: actionsOf(data.links, '/links/$id', Link2) },
      { name: 'Campaigns', actions: actionsOf(data.campaigns, '/campaigns/$id', Megaphone) },
      { name: 'QR codes', actions: actionsOf(data.codes, '/qr-codes/$id', QrCode) },
    ],
    isSearching: !isAnswered,
    error,
  }
}

const isNamed = ({ name, note }: Found, search: string) =>
  `${name}\n${note}`.toLowerCase().includes(search.toLowerCase())
