import type { Feature } from './accounts.ts'

/** A column of `clicks`. Contracts, statements, filters and pages are derived from it. */
interface ColumnFacts {
  /** `repeated`: text with few distinct values. `enum`: `values`, numbered from 1. */
  storage: 'uuid' | 'instant' | 'uint64' | 'enum' | 'repeated' | 'text'
  /** Possible values, if fixed. */
  values?: readonly string[]
  /** Value before the click is enriched. Default: empty. */
  initial?: string
  /** Shown by the API, exports and webhooks; null if empty. */
  shown?: true
  description?: string
  example?: string
  /** Filter by literal `text`, or by a comma-separated `list` with exclusions. */
  filter?: 'text' | 'list'
  /** Values are stored in lower case, in which filters compare them. */
  lowerCase?: true
  /** Name of the empty value in reports and filters. */
  emptyName?: string
  /** Visitors choose the text: anyone who opens a link can write it. */
  byVisitors?: true
  /** Description of the filter in MCP tools, which lack the filter without it. */
  agentHint?: string
  title?: string
}

/** Column reports are included in every plan, so a column that requires a feature has none. */
type ClickColumn = ColumnFacts &
  (
    | {
        /** Plans without this feature get null instead of the value. */
        feature?: Feature
        report?: never
      }
    | {
        /** Report of clicks by value: the name in its path, and its summary in the API reference. */
        report?: { name: string; summary: string }
        feature?: never
      }
  )

export const unknownName = 'Unknown'

const device = { storage: 'repeated', shown: true, feature: 'device_analytics' } as const
const utm = { storage: 'repeated', shown: true, feature: 'utm_analytics', filter: 'text', byVisitors: true } as const

/** Columns in the order in which clicks show them. */
const clickColumns = {
  account_id: { storage: 'uuid' },
  link_id: { storage: 'uuid' },
  /** Unix milliseconds. */
  clicked_at: { storage: 'instant' },
  click_id: { storage: 'uuid' },
  qr_code_id: { storage: 'uuid' },
  test_id: { storage: 'uuid' },
  variant_id: { storage: 'uuid' },
  rule_id: {
    storage: 'repeated',
    shown: true,
    description: 'Targeting rule that chose the destination. null for none.',
    filter: 'list',
    lowerCase: true,
    title: 'Rule',
    report: { name: 'rules', summary: 'Get clicks by targeting rule' },
  },
  imported_from: {
    storage: 'repeated',
    shown: true,
    description: 'Service from which the click was imported. null for clicks of Waymark.',
  },
  /** Decimal text of a UInt64. */
  visitor_id: { storage: 'uint64' },
  traffic: { storage: 'enum', values: ['human', 'unknown', 'bot'], initial: 'unknown' },
  bot_reason: { storage: 'repeated' },
  country: { storage: 'repeated', shown: true, example: 'United States', filter: 'text' },
  country_code: {
    storage: 'repeated',
    shown: true,
    description: 'ISO 3166-1 alpha-2 code in lowercase.',
    example: 'us',
    filter: 'list',
    lowerCase: true,
    agentHint: 'ISO 3166-1 codes, comma-separated. Prefix with - to exclude.',
    title: 'Country',
  },
  region: { storage: 'repeated', shown: true, example: 'California', filter: 'text', title: 'Region' },
  city: { storage: 'repeated', shown: true, example: 'San Francisco', filter: 'text', title: 'City' },
  continent: {
    storage: 'repeated',
    shown: true,
    description: 'null if the country is unknown.',
    example: 'North America',
    filter: 'text',
    agentHint: 'Africa, Antarctica, Asia, Europe, North America, Oceania, or South America.',
    title: 'Continent',
    report: { name: 'continents', summary: 'Get clicks by continent' },
  },
  device_type: {
    ...device,
    values: ['desktop', 'mobile', 'tablet', 'other'],
    initial: 'other',
    example: 'mobile',
    filter: 'list',
    lowerCase: true,
    agentHint: 'Device type.',
    title: 'Device',
  },
  browser: {
    ...device,
    example: 'Chrome',
    filter: 'list',
    emptyName: unknownName,
    agentHint: 'Such as Chrome.',
    title: 'Browser',
  },
  browser_version: { ...device, example: '126' },
  os: {
    ...device,
    example: 'Android',
    filter: 'list',
    emptyName: unknownName,
    agentHint: 'Such as Windows.',
    title: 'OS',
  },
  os_version: { ...device, example: '14' },
  language: {
    storage: 'repeated',
    shown: true,
    description: 'Preferred language of the browser. null if unknown.',
    example: 'en',
    filter: 'list',
    lowerCase: true,
    agentHint: 'ISO 639 codes, comma-separated. Prefix with - to exclude.',
    title: 'Language',
    report: { name: 'languages', summary: 'Get clicks by language' },
  },
  referrer: {
    storage: 'text',
    shown: true,
    example: 'https://www.google.com/',
    feature: 'traffic_source_analytics',
    filter: 'text',
    byVisitors: true,
  },
  referrer_domain: {
    storage: 'repeated',
    shown: true,
    example: 'google.com',
    feature: 'traffic_source_analytics',
    filter: 'text',
    byVisitors: true,
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
  utm_source: { ...utm, agentHint: 'Exact value.', title: 'UTM source' },
  utm_medium: { ...utm, agentHint: 'Exact value.', title: 'UTM medium' },
  utm_campaign: { ...utm, agentHint: 'Exact value.', title: 'UTM campaign' },
  utm_term: { ...utm, title: 'UTM term' },
  utm_content: { ...utm, title: 'UTM content' },
  destination_url: { storage: 'text', shown: true, example: 'https://example.com/spring-sale' },
} as const satisfies Record<string, ClickColumn>

type Columns = typeof clickColumns
export type ClickColumnName = keyof Columns

type ValueOf<Column> = Column extends { values: readonly (infer Value)[] }
  ? Value
  : Column extends { storage: 'instant' }
    ? number
    : string

export type ClickRow = { -readonly [Name in ClickColumnName]: ValueOf<Columns[Name]> }

type NamesWith<Member extends keyof ClickColumn> = {
  [Name in ClickColumnName]: Columns[Name] extends { [Each in Member]: unknown } ? Name : never
}[ClickColumnName]

export type ShownColumn = NamesWith<'shown'>
export type FilterColumn = NamesWith<'filter'>
export type ReportColumn = NamesWith<'report'>
export type AgentFilterColumn = NamesWith<'filter' | 'agentHint'>
export type TitledColumn = NamesWith<'filter' | 'title'>
/** A column with a dashboard filter and a report. */
export type TitledReportColumn = NamesWith<'filter' | 'title' | 'report'>

/** Value of a column in a report: null if it may be unknown and has no name for that. */
export type ReportedValue<Name extends ClickColumnName> = Columns[Name] extends
  | { values: unknown }
  | { emptyName: string }
  ? string
  : string | null

type CamelCase<Name extends string> = Name extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<CamelCase<Tail>>}`
  : Name

/** Name of the filter: the column in camelCase. */
export type FilterName<Column extends FilterColumn = FilterColumn> = CamelCase<Column>

export const filterNameOf = <Column extends FilterColumn>(column: Column): FilterName<Column> =>
  column.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()) as FilterName<Column>

export const columnNames = Object.keys(clickColumns) as ClickColumnName[]
export const columnOf = (name: ClickColumnName): ClickColumn => clickColumns[name]

export const shownColumns = columnNames.filter((name) => columnOf(name).shown) as ShownColumn[]
export const filterColumns = columnNames.filter((name) => columnOf(name).filter !== undefined) as FilterColumn[]

export type ReportName<Column extends ReportColumn = ReportColumn> = Columns[Column]['report']['name']

export const columnsByVisitors = columnNames.filter((name) => columnOf(name).byVisitors)

export const reportColumns = Object.fromEntries(
  columnNames.flatMap((name) => {
    const { report } = columnOf(name)
    return report === undefined ? [] : [[report.name, { column: name, ...report }]]
  }),
) as { [Column in ReportColumn as ReportName<Column>]: { column: Column; name: string; summary: string } }

export const columnsOfFeature = (feature: Feature): ClickColumnName[] =>
  columnNames.filter((name) => columnOf(name).feature === feature)
