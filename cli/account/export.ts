import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { extname } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Command } from 'commander'
import type { Waymark } from '#sdk'
import { connect } from './connect.ts'

/** Filters as the user wrote them. The API checks them, so their type is `never`, which fits any filter. */
type Query = Record<string, never>

const listFormats = ['csv', 'json']
/** Formats that a terminal cannot show, with an example of a name. */
const binaryFiles: Readonly<Record<string, string>> = { parquet: 'clicks.parquet', gz: 'account.tar.gz' }

/** The formats of each export, and its call. */
const exported: Record<
  string,
  { formats: readonly string[]; read: (api: Waymark, query: Query) => Promise<Response> }
> = {
  links: { formats: listFormats, read: (api, query) => api.links.export(query) },
  'qr-codes': { formats: listFormats, read: (api, query) => api.qrCodes.export(query) },
  campaigns: { formats: listFormats, read: (api, query) => api.campaigns.export(query) },
  tags: { formats: listFormats, read: (api, query) => api.tags.export(query) },
  'ab-tests': { formats: listFormats, read: (api, query) => api.abTests.export(query) },
  'qr-ab-tests': { formats: listFormats, read: (api, query) => api.qrAbTests.export(query) },
  clicks: { formats: ['csv', 'ndjson', 'parquet'], read: (api, query) => api.analytics.export(query) },
  account: { formats: ['gz'], read: (api) => api.account.export() },
}

interface ExportOptions {
  format?: string
  output?: string
  filter?: string[]
  link?: string
}

export function addExportCommand(program: Command): void {
  program
    .command('export')
    .argument('<what>', Object.keys(exported).join(', '))
    .description('Save a list, clicks, or the whole account as a file')
    .option('--output <file>', 'file to create; default: standard output')
    .option(
      '--format <format>',
      'csv or json; for clicks: csv, ndjson or parquet; default: from the name of the file, otherwise csv',
    )
    .option('--filter <name=value...>', 'filters of the API, such as status=archived tags=newsletter')
    .option('--link <link>', 'only clicks of this link: its slug or ID')
    .addHelpText(
      'after',
      '\nExample:\n  waymark export clicks --link spring --filter dateRange=last_30_days --output clicks.parquet',
    )
    .action(exportAs)
}

async function exportAs(what: string, options: ExportOptions): Promise<void> {
  const kind = Object.hasOwn(exported, what) ? exported[what] : undefined
  if (kind === undefined) throw new Error(`Enter what to export: ${Object.keys(exported).join(', ')}.`)
  const format = formatOf(options, kind.formats)
  if (what === 'account' && options.filter !== undefined)
    throw new Error('An account is exported as a whole. Remove --filter.')
  if (options.link !== undefined && what !== 'clicks')
    throw new Error('--link is only for clicks. Use --filter for lists.')
  const example = binaryFiles[format]
  if (example !== undefined && options.output === undefined && process.stdout.isTTY)
    throw new Error(`This file is not text. Add --output, such as --output ${example}.`)
  const query: Record<string, string> = {
    ...readFilters(options.filter ?? []),
    ...(options.link !== undefined && { shortUrlId: options.link }),
    format,
  }
  const { body } = await kind.read(await connect(), query as Query)
  if (body === null) throw new Error('The response has no content.')
  await save(Readable.fromWeb(body), options.output)
}

function formatOf({ format, output = '' }: ExportOptions, formats: readonly string[]): string {
  const ending = extname(output).slice(1).toLowerCase()
  const chosen = format ?? (formats.includes(ending) ? ending : (formats[0] ?? 'csv'))
  if (!formats.includes(chosen)) throw new Error(`--format must be ${formats.join(' or ')}.`)
  return chosen
}

function readFilters(filters: readonly string[]): Record<string, string> {
  const pairs = filters.map((filter) => {
    const [name = '', ...value] = filter.split('=')
    if (name === '' || value.length === 0) throw new Error('Write a filter as name=value, such as status=archived.')
    return [name, value.join('=')]
  })
  return Object.fromEntries(pairs)
}

/** Never overwrites a file. Deletes a file that is incomplete. */
async function save(content: Readable, output: string | undefined): Promise<void> {
  if (output === undefined) return await pipeline(content, process.stdout, { end: false })
  const file = createWriteStream(output, { flags: 'wx' })
  let isOurs = false
  file.once('open', () => {
    isOurs = true
  })
  try {
    await pipeline(content, file)
  } catch (error) {
    if (isOurs) await rm(output, { force: true })
    throw error
  }
}
