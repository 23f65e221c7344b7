import { findReferrerHost, readReferrerDomain, referrerDomain } from '#core/visits/find-source.ts'
import { ch, column, type Fragment, instant, join, text, uuid, uuids } from '#runtime/ch-tag.ts'
import type { Choice, FilterQuery } from '#schemas/analytics.ts'
import { columnOf, type FilterColumn, type FilterName, filterColumns, filterNameOf } from '#schemas/click-columns.ts'
import { compileChoice, linksOfScope, type Scope } from './link-filter.ts'
import { endOf, type Period } from './period.ts'
import type { Counted } from './queries/quarters.ts'

interface ColumnFilter {
  value: Fragment
  filter: FilterName
}

/** How each filter reads its column: in lowercase, like the values. */
const columnFilters = filterColumns.map(
  (name): ColumnFilter => ({ value: foldedValue(name), filter: filterNameOf(name) }),
)

function foldedValue(name: FilterColumn): Fragment {
  const { lowerCase, emptyName } = columnOf(name)
  if (lowerCase) return column(name)
  if (emptyName === undefined) return ch`lowerUTF8(${column(name)})`
  return ch`lowerUTF8(if(${column(name)} = '', ${text(emptyName)}, ${column(name)}))`
}

const compileColumns = ({ referrerDomain: domains, ...query }: FilterQuery): Fragment[] => {
  const given: FilterQuery = { ...query, referrerDomain: domains && storedDomains(domains) }
  return columnFilters.flatMap(({ value, filter }) => compileChoice(value, given[filter]))
}

/** Domains as they are stored, such as google.com for www.google.com and https://www.google.com/. */
const storedDomains = ({ include, exclude }: Choice): Choice => ({
  include: include.map((name) => {
    const host = findReferrerHost(name) || name
    return readReferrerDomain(host) ?? referrerDomain(host)
  }),
  exclude,
})

const populations: Record<FilterQuery['traffic'], Fragment[]> = {
  default: [ch`clicks.traffic != 'bot'`],
  human: [ch`clicks.traffic = 'human'`],
  bot: [ch`clicks.traffic = 'bot'`],
  all: [],
}

/** Written as in the projection of quarters.ts, which the server would not use with !=. */
const hasNoCode = ch`clicks.qr_code_id = toUUID('00000000-0000-0000-0000-000000000000')`
const triggers: Record<FilterQuery['trigger'], Fragment[]> = {
  all: [],
  link: [hasNoCode],
  qr: [ch`not (${hasNoCode})`],
}

/** The where clause of every analytics query: scope, period and the filter set F. */
export function compileFilter(scope: Scope, period: Period, query: FilterQuery): Fragment {
  const { account_id, link_id, deleted_ids } = scope
  const links = linksOfScope(scope, query)
  return join(
    [
      ch`clicks.account_id = ${uuid(account_id)}`,
      ...(link_id === undefined ? [] : [ch`clicks.link_id = ${uuid(link_id)}`]),
      ...(deleted_ids.length === 0 ? [] : [ch`clicks.link_id not in ${uuids(deleted_ids)}`]),
      ...(period.from === null ? [] : [ch`clicks.clicked_at >= ${instant(period.from)}`]),
      ch`clicks.clicked_at < ${instant(endOf(period))}`,
      ...populations[query.traffic],
      ...triggers[query.trigger],
      ...(links === null ? [] : [ch`clicks.link_id in (${links})`]),
      ...compileColumns(query),
    ],
    ch` and `,
  )
}

/** Scope and filters without the period, if quarters() supports them; null if they depend on links or on other columns. */
export function compileCounted(scope: Scope, query: FilterQuery): Counted | null {
  const { account_id, link_id, deleted_ids } = scope
  if (link_id !== undefined || linksOfScope(scope, query) !== null || choosesByColumn(query)) return null
  const where = join(
    [ch`clicks.account_id = ${uuid(account_id)}`, ...populations[query.traffic], ...triggers[query.trigger]],
    ch` and `,
  )
  return { where, deleted_ids }
}

/** Whether a query filters clicks by their time or other columns, and not only by links. */
export function choosesClicks(query: FilterQuery, period: Period, now: number): boolean {
  return (
    period.from !== null ||
    period.to !== now ||
    query.traffic !== 'default' ||
    query.trigger !== 'all' ||
    choosesByColumn(query)
  )
}

const choosesByColumn = (query: FilterQuery): boolean => compileColumns(query).length > 0
