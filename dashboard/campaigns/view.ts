import { type ReportSearch, readReportSearch } from '../reports/search.ts'

export type CampaignView = 'analytics' | 'links' | 'settings'

interface PageSearch extends ReportSearch {
  view?: Exclude<CampaignView, 'analytics'> | undefined
}

/** undefined: the standard, which is in no URL. */
export const readView = (value: unknown): PageSearch['view'] =>
  value === 'links' || value === 'settings' ? value : undefined

export const readPageSearch = (search: Record<string, unknown>): PageSearch => {
  const view = readView(search['view'])
  return { ...readReportSearch(search), ...(view && { view }) }
}
