/** Optional columns of the link list. */
export const columnNames = {
  tags: 'Tags',
  campaign: 'Campaign',
  trend: 'Clicks, last 30 days',
  last_click: 'Last click',
  created: 'Created',
  clicks: 'Total clicks',
} as const
export type Column = keyof typeof columnNames

export const allColumns = Object.keys(columnNames) as Column[]
/** Column widths, for the rows and the header. Columns that do not fit on the screen are hidden. */
export const cells = {
  labels: 'hidden w-44 min-w-0 md:block',
  trend: 'hidden w-[84px] lg:block',
  moment: 'hidden w-24 text-right lg:block',
  clicks: 'w-12 text-right sm:w-14',
} as const

const standard: readonly Column[] = ['tags', 'campaign', 'trend', 'last_click', 'clicks']

const storageKey = 'links.columns'

/** The columns chosen in this browser. */
export function readColumns(storage: Pick<Storage, 'getItem'> | null): ReadonlySet<Column> {
  const kept = storage?.getItem(storageKey)
  if (kept === null || kept === undefined) return new Set(standard)
  return new Set(allColumns.filter((column) => kept.split(',').includes(column)))
}

export const keepColumns = (storage: Pick<Storage, 'setItem'> | null, columns: ReadonlySet<Column>): void =>
  storage?.setItem(storageKey, [...columns].join(','))
