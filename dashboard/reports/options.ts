import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query'
import type { TagRecord } from '#schemas/tag-records.ts'
import { reportQuery, type Scope, topLinksQuery } from '../api/analytics.ts'
import { readPage } from '../api/client.ts'
import { breakdownQuery } from './breakdown-query.ts'
import { type FilterName, isBreakdown, urlTypeNames } from './filter-names.ts'
import { campaignRows, linkRows, type Rows } from './rows.ts'

interface Option {
  value: string
  label: string
  hint?: string | undefined
  clicks?: number
}

interface OptionsScope {
  id: string
  scope: Scope
  /** Search text for links and tags. Other filters return all values. */
  sought: string
}

const mostLinks = 50
const mostTags = 50

/** Recorded values, most frequent first. */
export const optionsQuery = (queries: QueryClient, name: FilterName, { id, scope, sought }: OptionsScope) =>
  queryOptions({
    queryKey: ['clicks', id, 'options', name, scope, name === 'link' || name === 'tag' ? sought : ''],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }): Promise<Option[]> => {
      if (name === 'tag') return await readTags(sought, signal)
      if (name === 'type') return Object.entries(urlTypeNames).map(([value, label]) => ({ value, label }))
      const { bars } = await readRows(queries, name, { id, scope, sought })
      return bars
        .filter(({ isInert }) => isInert !== true)
        .map(({ key, label, hint, value }) => ({ value: key, label, hint, clicks: value }))
    },
  })

async function readTags(search: string, signal: AbortSignal): Promise<Option[]> {
  const query = { limit: mostTags, search, sortBy: 'link_count', sortOrder: 'desc' }
  const { data } = await readPage<{ data: TagRecord[] }>('/api/v1/tags', { signal, query })
  return data.map(({ name }) => ({ value: name, label: name }))
}

type Counted = Exclude<FilterName, 'tag' | 'type'>

async function readRows(queries: QueryClient, name: Counted, { id, scope, sought }: OptionsScope): Promise<Rows> {
  if (isBreakdown(name)) {
    const { select, ...query } = breakdownQuery(name, id, scope)
    return select(await queries.fetchQuery(query))
  }
  if (name === 'campaign') return campaignRows(await queries.fetchQuery(reportQuery('campaigns', id, scope)))
  return linkRows(await queries.fetchQuery(topLinksQuery(scope, { limit: mostLinks, search: sought })))
}
