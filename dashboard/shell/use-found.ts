import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { Link2, Megaphone, QrCode } from 'lucide-react'
import { type Found, findQuery } from '../api/find.ts'
import { useSettled } from '../parts/use-settled.ts'
import type { ActionGroup } from './palette-actions.ts'

const pauseMs = 150
/** A single letter is in nearly every name. */
const shortestSearch = 2

interface FoundByNow {
  groups: ActionGroup[]
  isSearching: boolean
  error: Error | null
}

/** What of the account is called like what is typed, as far as it is known. */
export function useFound(search: string): FoundByNow {
  const { navigate } = useRouter()
  const settled = useSettled(search, pauseMs)
  const isLong = search.length >= shortestSearch
  const isAsked = isLong && settled.length >= shortestSearch
  const { data, error, isPlaceholderData } = useQuery({ ...findQuery(settled), enabled: isAsked })
  const isSettled = settled === search
  if (!isLong) return { groups: [], isSearching: false, error: null }
  if (data === undefined) return { groups: [], isSearching: error === null || !isSettled, error }
  const isAnswered = isSettled && !isPlaceholderData
  // Enter never opens what only the letters before have found.
  const fitting = (found: Found[]) => (isAnswered ? found : found.filter((one) => isNamed(one, search)))
  const links = fitting(data.links).map((link) => ({
    ...link,
    Icon: Link2,
    run: () => void navigate({ to: '/links/$id', params: { id: link.id } }),
  }))
  const campaigns = fitting(data.campaigns).map((campaign) => ({
    ...campaign,
    Icon: Megaphone,
    run: () => void navigate({ to: '/campaigns/$id', params: { id: campaign.id } }),
  }))
  const codes = fitting(data.codes).map((code) => ({
    ...code,
    Icon: QrCode,
    run: () => void navigate({ to: '/qr-codes/$id', params: { id: code.id } }),
  }))
  return {
    groups: [
      { name: 'Links', actions: links },
      { name: 'Campaigns', actions: campaigns },
      { name: 'QR codes', actions: codes },
    ],
    isSearching: !isAnswered,
    error,
  }
}

const isNamed = ({ name, note }: Found, search: string) =>
  `${name}\n${note}`.toLowerCase().includes(search.toLowerCase())
