import type { Feature } from './accounts.ts'

/** Everything that is known of a column of `clicks`. Contracts, statements, filters and pages are derived from it. */
interface ColumnFacts {
  /** `repeated`: text of which few values differ. `enum`: `values` by number, from 1 on. */
  storage: 'uuid' | 'instant' | 'uint64' | 'enum' | 'repeated' | 'text'
  /** All values, where they are known. */
  values?: readonly string[]
  /** The value before a click is enriched; otherwise the empty one. */
  initial?: string
  /** A property of a click that the API, exports and webhooks show; null where it is empty. */
  shown?: true
  /** For the reference. */
  description?: string
  /** A value that the examples of the reference show. */
  example?: string
  /** Clicks can be filtered by it: by `text` that is taken literally, or by a `list` with commas and exclusions. */
  filter?: 'text' | 'list'
  /** Values are stored in lower case, as filters compare them. */
  lowerCase?: true
  /** Reports and filters call the empty value by this name. */
  emptyName?: string
  /** The filter as an agent sees it; without it agents are not offered the filter. */
  agentHint?: string
  /** The filter as the dashboard names it. */
  title?: string
}

/** The simple reports are for all plans, so a column that a feature pays for has none. */
type ClickColumn = ColumnFacts &
  (
    | {
        /** Plans without this feature get null instead of the value. */
        feature?: Feature
        report?: never
      }
    | {
        /** A report of its own, with clicks by each value: the name in its path, and what it counts. */
        report?: { name: string; summary: string }
        feature?: never
      }
  )

/** The name of values that a client did not send. */
export const unknownName = 'Unknown'

/** Columns in the order in which clicks show them. */
const clickColumns = {
  account_id: { storage: 'uuid' },
  link_id: { storage: 'uuid' },
  /** Unix milliseconds. */
  clicked_at: { storage: 'instant' },
  click_id: { storage: 'uuid' },
  batch_id: { storage: 'uuid' },
  qr_code_id: { storage: 'uuid' },
  test_id: { storage: 'uuid' },
  variant_id: { storage: 'uuid' },
  /** Decimal text of a UInt64. */
  visitor_id: { storage: 'uint64' },
  traffic: { storage: 'enum', values: ['human', 'unknown', 'bot'], initial: 'unknown' },
  bot_reason: { storage: 'repeated' },
  country: { storage: 'repeated', shown: true, example: 'Germany', filter: 'text' },
  country_code: {
    storage: 'repeated',
    shown: true,
    description: 'ISO 3166-1, in lower case.',
    example: 'de',
    filter: 'list',
    lowerCase: true,
    agentHint: 'ISO 3166-1, such as de; comma-separated; a hyphen before one excludes it.',
    title: 'Country',
  },
  region: { storage: 'repeated', shown: true, example: 'Bavaria', filter: 'text', title: 'Region' },
  city: { storage: 'repeated', shown: true, example: 'Munich', filter: 'text', title: 'City' },
  continent: {
    storage: 'repeated',
    shown: true,
    description: 'null where the country is not known.',
    example: 'Europe',
    filter: 'text',
    agentHint: 'Africa, Antarctica, Asia, Europe, North America, Oceania or South America.',
    title: 'Continent',
    report: { name: 'continents', summary: 'Clicks by continent' },
  },
  device_type: {
    storage: 'repeated',
    values: ['desktop', 'mobile', 'tablet', 'other'],
    initial: 'other',
    shown: true,
    example: 'mobile',
    feature: 'device_analytics',
    filter: 'list',
    lowerCase: true,
    agentHint: 'Type of device.',
    title: 'Device',
  },
  browser: {
    storage: 'repeated',
    shown: true,
    example: 'Chrome',
    feature: 'device_analytics',
    filter: 'list',
    emptyName: unknownName,
    agentHint: 'Such as Chrome.',
    title: 'Browser',
  },
  browser_version: { storage: 'repeated', shown: true, example: '126', feature: 'device_analytics' },
  os: {
    storage: 'repeated',
    shown: true,
    example: 'Android',
    feature: 'device_analytics',
    filter: 'list',
    emptyName: unknownName,
    agentHint: 'Such as Windows.',
    title: 'OS',
  },
  os_version: { storage: 'repeated', shown: true, example: '14', feature: 'device_analytics' },
  language: {
    storage: 'repeated',
    shown: true,
    example: 'de',
    filter: 'list',
    lowerCase: true,
    agentHint: 'ISO 639, such as de; comma-separated; a hyphen before one excludes it.',
    title: 'Language',
    report: { name: 'languages', summary: 'Clicks by the language that clients prefer' },
  },
  referrer: {
    storage: 'text',
    shown: true,
    example: 'https://www.google.com/',
    feature: 'traffic_source_analytics',
    filter: 'text',
  },
  referrer_domain: {
    storage: 'repeated',
    shown: true,
    example: 'google.com',
    feature: 'traffic_source_analytics',
    filter: 'text',
    agentHint: 'Such as google.com.',
    title: 'Referrer',
  },
  source: {
    storage: 'repeated',
    values: ['Direct', 'Social', 'Referral', 'Email', 'Search'],
    initial: 'Direct',
    shown: true,
    example: 'Search',
    feature: 'traffic_source_analytics',
  },
  utm_source: {
    storage: 'repeated',
    shown: true,
    feature: 'utm_analytics',
    filter: 'text',
    agentHint: 'Exact value.',
    title: 'UTM source',
  },
  utm_medium: {
    storage: 'repeated',
    shown: true,
    feature: 'utm_analytics',
    filter: 'text',
    agentHint: 'Exact value.',
    title: 'UTM medium',
  },
  utm_campaign: {
    storage: 'repeated',
    shown: true,
    feature: 'utm_analytics',
    filter: 'text',
    agentHint: 'Exact value.',
    title: 'UTM campaign',
  },
  utm_term: { storage: 'repeated', shown: true, feature: 'utm_analytics', filter: 'text', title: 'UTM term' },
  utm_content: { storage: 'repeated', shown: true, feature: 'utm_analytics', filter: 'text', title: 'UTM content' },
  destination_url: { storage: 'text', shown: true, example: 'https://example.com/spring-sale' },
} as const satisfies Record<string, ClickColumn>

type Columns = typeof clickColumns
export type ClickColumnName = keyof Columns

type ValueOf<Column> = Column extends { values: readonly (infer Value)[] }
  ? Value
  : Column extends { storage: 'instant' }
    ? number
    : string

/** A row of `clicks`. */
export type ClickRow = { -readonly [Name in ClickColumnName]: ValueOf<Columns[Name]> }

type NamesWith<Member extends keyof ClickColumn> = {
  [Name in ClickColumnName]: Columns[Name] extends { [Each in Member]: unknown } ? Name : never
}[ClickColumnName]

export type ShownColumn = NamesWith<'shown'>
export type FilterColumn = NamesWith<'filter'>
export type ReportColumn = NamesWith<'report'>
export type AgentFilterColumn = NamesWith<'filter' | 'agentHint'>
export type TitledColumn = NamesWith<'filter' | 'title'>
/** A column that the dashboard can filter by and has a report of. */
export type TitledReportColumn = NamesWith<'filter' | 'title' | 'report'>

/** What a report shows of a column: null where a value may be unknown and has no name for that. */
export type ReportedValue<Name extends ClickColumnName> = Columns[Name] extends
  | { values: unknown }
  | { emptyName: string }
  ? string
  : string | null

type CamelCase<Name extends string> = Name extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<CamelCase<Tail>>}`
  : Name

/** Filters are named like their columns, in camelCase. */
export type FilterName<Column extends FilterColumn = FilterColumn> = CamelCase<Column>

export const filterNameOf = <Column extends FilterColumn>(column: Column): FilterName<Column> =>
  column.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()) as FilterName<Column>

export const columnNames = Object.keys(clickColumns) as ClickColumnName[]
export const columnOf = (name: ClickColumnName): ClickColumn => clickColumns[name]

export const shownColumns = columnNames.filter((name) => columnOf(name).shown) as ShownColumn[]
export const filterColumns = columnNames.filter((name) => columnOf(name).filter !== undefined) as FilterColumn[]

export type ReportName<Column extends ReportColumn = ReportColumn> = Columns[Column]['report']['name']

/** Columns with a report of their own, by its name. */
export const reportColumns = Object.fromEntries(
  columnNames.flatMap((name) => {
    const { report } = columnOf(name)
    return report === undefined ? [] : [[report.name, { column: name, ...report }]]
  }),
) as { [Column in ReportColumn as ReportName<Column>]: { column: Column; name: string; summary: string } }

export const columnsOfFeature = (feature: Feature): ClickColumnName[] =>
  columnNames.filter((name) => columnOf(name).feature === feature)
