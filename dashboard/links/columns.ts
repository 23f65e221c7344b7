/** What a row can show beside the link itself. */
export const columnNames = {
  tags: 'Tags',
  campaign: 'Campaign',
  trend: 'Clicks of 30 days',
  last_click: 'Last click',
  created: 'Created',
  clicks: 'Clicks in all',
} as const
export type Column = keyof typeof columnNames

export const allColumns = Object.keys(columnNames) as Column[]
/** How wide they are, in every row and above them. What does not fit on a screen is left out there. */
export const cells = {
  labels: 'hidden w-44 min-w-0 md:block',
  trend: 'hidden w-[84px] lg:block',
  moment: 'hidden w-24 text-right lg:block',
  clicks: 'w-14 text-right',
} as const

const standard: readonly Column[] = ['tags', 'campaign', 'trend', 'last_click', 'clicks']

const storageKey = 'links.columns'

/** As they were chosen in this browser. */
export function readColumns(storage: Pick<Storage, 'getItem'> | null): ReadonlySet<Column> {
  const kept = storage?.getItem(storageKey)
  if (kept === null || kept === undefined) return new Set(standard)
  return new Set(allColumns.filter((column) => kept.split(',').includes(column)))
}

export const keepColumns = (storage: Pick<Storage, 'setItem'> | null, columns: ReadonlySet<Column>): void =>
  storage?.setItem(storageKey, [...columns].join(','))
