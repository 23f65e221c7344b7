import type { ArchiveKind } from '#schemas/archive.ts'
import type { ApiSourceName, ConflictChoice, ImportOutcome, ImportRecord, ImportSource } from '#schemas/imports.ts'
import { parseUrl } from '#schemas/parse-url.ts'
import type { States } from '../parts/pill.tsx'

export const sourceNames: Readonly<Record<ImportSource, string>> = {
  csv: 'Any CSV file',
  bitly: 'Bitly',
  dub: 'Dub',
  kutt: 'Kutt',
  rebrandly: 'Rebrandly',
  shlink: 'Shlink',
  shortio: 'Short.io',
  tinyurl: 'TinyURL',
  yourls: 'YOURLS',
  waymark: 'Waymark (whole account)',
}

/** Where to find the token of each service. */
export const tokenHints: Readonly<Record<ApiSourceName, string>> = {
  bitly: 'An access token: in Bitly, open Settings, then API.',
  dub: 'An API key: in Dub, open Settings, then API Keys. Read access to links is enough.',
  kutt: 'An API key: in Kutt, open Settings.',
  rebrandly: 'An API key: in Rebrandly, open Account, then API.',
  shlink: 'An API key: run bin/cli api-key:generate on the server of Shlink.',
  shortio: 'A secret API key: in Short.io, open Integrations & API.',
}

interface FileHint {
  hint: string
  /** Files that the browser offers. */
  accept: string
}

const tables = '.csv,.tsv,.txt,.gz,text/csv,text/plain'

export const csvFile: FileHint = {
  hint: 'A CSV export of the service, up to 256 MB, with a header row and a column of destinations.',
  accept: tables,
}

/** Sources that have other files, too. */
export const fileHints: { readonly [Source in ImportSource]?: FileHint } = {
  kutt: {
    hint: 'The database of Kutt (SQLite file, pg_dump or mysqldump), or a CSV file, up to 256 MB. Can be compressed with gzip.',
    accept: `.sql,.dump,.sqlite,.sqlite3,.db,${tables}`,
  },
  yourls: {
    hint: 'A dump of the database of YOURLS (mysqldump or phpMyAdmin), with individual visits, or a CSV file, up to 256 MB. Can be compressed with gzip.',
    accept: `.sql,.dump,.xml,${tables}`,
  },
  waymark: {
    hint: 'An archive of an account, exported under Settings in another Waymark. If it has more than 256 MB, the operator can import it with waymark import.',
    accept: '.gz,.tgz,application/gzip',
  },
}

export const importStates: States<ImportRecord['status']> = {
  analyzing: { name: 'Reading the links', look: 'tell' },
  ready: { name: 'Ready to import', look: 'warn' },
  importing: { name: 'Importing', look: 'tell' },
  paused: { name: 'Paused', look: 'quiet' },
  completed: { name: 'Completed', look: 'good' },
  failed: { name: 'Failed', look: 'bad' },
}

export const conflictNames: Readonly<Record<ConflictChoice, { name: string; about: string }>> = {
  skip: { name: 'Skip', about: 'Links whose slug is taken are not imported.' },
  rename: { name: 'Rename', about: 'Links whose slug is taken get a different slug.' },
  overwrite: {
    name: 'Overwrite',
    about: 'Your link with this slug gets the settings from the source. It keeps its clicks.',
  },
}

/** Outcomes in the order of the report, those that need attention first. */
export const outcomeNames: Readonly<Record<ImportOutcome, string>> = {
  invalid: 'Invalid',
  failed: 'Failed',
  skipped: 'Skipped',
  renamed: 'Renamed',
  overwritten: 'Overwritten',
  created: 'Created',
}

/** Objects of an archive, in the order of the report. */
export const kindNames: Readonly<Record<ArchiveKind, string>> = {
  links: 'Links',
  clicks: 'Clicks',
  qr_codes: 'QR codes',
  qr_assets: 'Logos',
  ab_tests: 'A/B tests',
  conversions: 'Conversions',
  campaigns: 'Campaigns',
  tags: 'Tag colors',
  utm_templates: 'UTM templates',
  domains: 'Domains',
  link_defaults: 'Link defaults',
  webhooks: 'Webhooks',
}

/** The name of the import in lists and headings. */
export const titleOf = ({
  file_name,
  base_url,
  source,
}: Pick<ImportRecord, 'file_name' | 'base_url' | 'source'>): string =>
  file_name ?? (base_url === null ? sourceNames[source] : `${sourceNames[source]} (${hostOf(base_url)})`)

const hostOf = (url: string) => parseUrl(url)?.host ?? url
