import { z } from 'zod'
import { type ApiSourceName, apiSourceNames, conflictChoices, importFields, importSources } from './imports.ts'
import { needDomain, refuseOtherDomain, urlTypes } from './links.ts'
import { parseUrl } from './parse-url.ts'
import { tagSet } from './tags.ts'
import { text } from './values.ts'

/** A file of a form. Its bytes are on a disk, and are gone after the request. */
export interface UploadedFile {
  name: string
  bytes: number
  sha256: string
  read(): AsyncIterable<Buffer>
}

/** JSON cannot contain a function, so that only the form parser can pass a file. */
const isFile = (value: unknown): value is UploadedFile =>
  typeof value === 'object' && value !== null && 'read' in value && typeof value.read === 'function'

/** Reported as a value of another type, so the reply is 400 rather than 422. */
const uploadedFile = z
  .unknown()
  .check(({ value, issues }) => {
    if (value !== undefined && !isFile(value)) issues.push({ code: 'invalid_type', expected: 'file', input: value })
  })
  .transform((value) => value as UploadedFile | undefined)
  .optional()

/** Fields of a form are text. */
const fromText = <Schema extends z.ZodType>(read: (value: string) => unknown, schema: Schema) =>
  z.preprocess((value) => (typeof value === 'string' ? read(value) : value), schema)

const flag = z.boolean()
const flags: Record<string, boolean> = { true: true, false: false, '1': true, '0': false }

const parsed = (value: string): unknown => {
  try {
    return JSON.parse(value)
  } catch (error) {
    if (error instanceof SyntaxError) return value
    throw error
  }
}

const columnName = text(200, 1)

const mapping = z
  .partialRecord(z.enum(importFields), columnName)
  .describe(
    'Columns of the file by field, such as {"url": "Target page"}. Columns that are not listed are found by their names.',
  )

const targetDomain = {
  url_type: z.enum(urlTypes).default('standard').describe('Domain of links whose own domain is not in your account.'),
  subdomain: text(253).nullish().describe('Reserved subdomain. Required when `url_type` is `subdomain`.'),
  branded_domain: text(253).nullish().describe('Verified domain. Required when `url_type` is `branded`.'),
}

/** Must be valid in an HTTP header. */
export const importToken = z
  .string()
  .trim()
  .min(1)
  .max(1_000)
  .regex(/^[\x21-\x7e]*$/, 'Enter the token as the service shows it, without spaces or line breaks.')

const baseUrl = text(500, 1).refine((value) => {
  const url = parseUrl(value)
  return url !== null && url.search === '' && url.hash === ''
}, 'Enter the URL of your installation, such as https://s.example.com.')

export const createImportBody = z
  .strictObject({
    source: z
      .enum(importSources)
      .describe(
        'Service of the links. `csv`: any file with a header row. `waymark`: an export of an account; only for owners and admins.',
      ),
    file: uploadedFile.meta({
      type: 'string',
      format: 'binary',
      description:
        'CSV file, database of `yourls` or `kutt`, or archive, up to 256 MB. Can be compressed with gzip. Required without `token`.',
    }),
    token: importToken
      .optional()
      .describe('Token or API key of the service, to read its API instead of a file. Deleted once everything is read.'),
    base_url: baseUrl
      .optional()
      .describe('URL of your installation of the service. Required for `shlink` with a token.'),
    visits: fromText((value) => flags[value] ?? value, flag.default(true)).describe(
      'Import individual visits as clicks. Only the API of `shlink` and databases of `yourls` have them.',
    ),
    mapping: fromText(parsed, mapping.default({})),
    conflict: z.enum(conflictChoices).default('skip').describe('What to do if the slug of a link is taken.'),
    dry_run: fromText((value) => flags[value] ?? value, flag.default(false)).describe(
      'Stop after the analysis, without creating links. Resume the import to create them.',
    ),
    tags: fromText(
      (value) =>
        value
          .split(',')
          .map((tag) => tag.trim())
          .filter((tag) => tag !== ''),
      tagSet.default([]),
    ).describe('Tags to add to each link.'),
    ...targetDomain,
  })
  .check(needDomain)
  .check(refuseOtherDomain)
  .check(needFileOrToken)

interface Given {
  source: string
  file?: UploadedFile | undefined
  token?: string | undefined
  base_url?: string | undefined
  mapping: object
}

function needFileOrToken({ value, issues }: z.core.ParsePayload<Given>): void {
  const { source, file, token, base_url } = value
  const refuse = (field: keyof Given, message: string) =>
    issues.push({ code: 'custom', message, input: value[field], path: [field] })
  if (token === undefined) {
    if (file === undefined) issues.push({ code: 'invalid_type', expected: 'file', input: undefined, path: ['file'] })
    else if (base_url !== undefined) refuse('base_url', 'Requires a token.')
    return
  }
  if (file !== undefined) refuse('token', 'Send either a file or a token.')
  else if (!hasApi(source)) refuse('source', `Send a file without a token: Waymark cannot read the API of ${source}.`)
  else if (source === 'shlink' && base_url === undefined)
    refuse('base_url', 'Enter the URL of your installation, such as https://s.example.com.')
  if (Object.keys(value.mapping).length > 0) refuse('mapping', 'Requires a file.')
}

const hasApi = (source: string): source is ApiSourceName => (apiSourceNames as readonly string[]).includes(source)
export type ImportInput = z.output<typeof createImportBody>
