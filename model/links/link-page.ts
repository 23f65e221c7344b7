import type { ListShortUrlsQuery, UrlType } from '#schemas/links.ts'

/** Selects the links of a list. */
export interface LinkFilter
  extends Pick<
    ListShortUrlsQuery,
    'status' | 'search' | 'tags' | 'used_by' | 'health' | 'created_after' | 'created_before'
  > {
  type: UrlType | undefined
  host: string | undefined
  /** Id of a campaign. noId matches none. */
  campaign: string | undefined
  outsideCampaign?: string | undefined
}

export type OrderedFilter = LinkFilter & Pick<ListShortUrlsQuery, 'sortBy' | 'sortOrder'>
