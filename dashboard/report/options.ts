import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query'
import { reportQuery, type Scope, topLinksQuery } from '../api/analytics.ts'
import { sayValue } from './filter-names.ts'
import {
  browserRows,
  campaignRows,
  cityRows,
  countryRows,
  deviceRows,
  linkRows,
  type Rows,
  referrerRows,
  regionRows,
  systemRows,
  utmRows,
} from './rows.ts'
import { type FilterName, urlTypeNames } from './search.ts'

/** What can be filtered by. */
interface Option {
  value: string
  label: string
  hint?: string | undefined
  clicks?: number
}

interface Asked {
  id: string
  scope: Scope
  /** Of links only those like this are answered; of everything else all are. */
  sought: string
}

const mostLinks = 50

/** The values that clicks have, the most frequent first. */
export const optionsQuery = (queries: QueryClient, name: FilterName, { id, scope, sought }: Asked) =>
  queryOptions({
    queryKey: ['clicks', id, 'options', name, scope, name === 'link' ? sought : ''],
    placeholderData: keepPreviousData,
    queryFn: async (): Promise<Option[]> => {
      if (name === 'tag') return []
      if (name === 'type') return Object.entries(urlTypeNames).map(([value, label]) => ({ value, label }))
      const { bars } = await readRows(queries, name, { id, scope, sought })
      return bars
        .filter(({ isInert }) => isInert !== true)
        .map(({ key, hint, value }) => ({ value: key, label: labelOf(name, key, bars), hint, clicks: value }))
    },
  })

const labelOf = (name: FilterName, key: string, bars: Rows['bars']) =>
  name === 'link' || name === 'campaign' ? (bars.find((bar) => bar.key === key)?.label ?? key) : sayValue(name, key)

type Counted = Exclude<FilterName, 'tag' | 'type'>

async function readRows(queries: QueryClient, name: Counted, { id, scope, sought }: Asked): Promise<Rows> {
  const places = () => queries.fetchQuery(reportQuery('location', id, scope))
  const devices = () => queries.fetchQuery(reportQuery('device', id, scope))
  switch (name) {
    case 'link':
      return linkRows(await queries.fetchQuery(topLinksQuery(scope, { limit: mostLinks, search: sought })))
    case 'campaign':
      return campaignRows(await queries.fetchQuery(reportQuery('campaigns', id, scope)))
    case 'country':
      return countryRows(await places())
    case 'region':
      return regionRows(await places())
    case 'city':
      return cityRows(await places())
    case 'device':
      return deviceRows(await devices())
    case 'browser':
      return browserRows(await devices())
    case 'os':
      return systemRows(await devices())
    case 'referrer':
      return referrerRows(await queries.fetchQuery(reportQuery('referrers', id, scope)))
    default:
      return utmRows(name, await queries.fetchQuery(reportQuery('utm', id, scope)))
  }
}
