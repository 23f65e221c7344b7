import { campaignStates } from '../api/campaign-status.ts'
import type { CampaignFilter } from '../api/campaigns.ts'
import { type Span } from '../format/period-names.ts'
import { readId, readKey, readText } from '../format/read-search.ts'
import { dropUnset, type ReportSearch, readReportSearch } from '../reports/search.ts'

export interface CampaignSearch extends CampaignFilter, Span {
  /** Comma-separated IDs of the compared campaigns. */
  compared?: string | undefined
}

/** More lines would be hard to tell apart. */
export const mostCompared = 4

export function readCampaignSearch(search: Record<string, unknown>): CampaignSearch {
  const { period, from, to } = readReportSearch(search)
  const { compared } = search
  return dropUnset({
    q: readText(search['q']),
    status: readKey(campaignStates, search['status']),
    period,
    from,
    to,
    compared: (typeof compared === 'string' && readCompared({ compared }).join(',')) || undefined,
  })
}

export const readCompared = ({ compared = '' }: CampaignSearch): string[] =>
  [...new Set(compared.split(','))].filter((id) => readId(id) !== undefined).slice(0, mostCompared)

export const toggleCompared = (search: CampaignSearch, id: string): string => {
  const ids = readCompared(search)
  return (ids.includes(id) ? ids.filter((each) => each !== id) : [...ids, id]).join(',')
}

export type CampaignView = 'analytics' | 'links' | 'settings'

interface PageSearch extends ReportSearch {
  view?: Exclude<CampaignView, 'analytics'> | undefined
}

/** Returns undefined for the default, which is left out of the URL. */
export const readView = (value: unknown): PageSearch['view'] =>
  value === 'links' || value === 'settings' ? value : undefined

export const readPageSearch = (search: Record<string, unknown>): PageSearch =>
  dropUnset({ ...readReportSearch(search), view: readView(search['view']) })
