import { z } from 'zod'
import { renameAccountBody } from './members.ts'

/** Version of the layout of an archive. A change that an earlier version cannot read, such as a new member, gets the next number. */
export const archiveFormat = 2
/** Rows of earlier versions lack members that have a default. */
export const oldestArchiveFormat = 1

/** Objects in an archive, in the order in which they are written and imported: each refers to earlier ones only. */
export const archiveKinds = [
  'campaigns',
  'tags',
  'utm_templates',
  'qr_assets',
  'domains',
  'link_defaults',
  'links',
  'qr_codes',
  'ab_tests',
  'conversions',
  'webhooks',
  'clicks',
] as const
export type ArchiveKind = (typeof archiveKinds)[number]
/** Kinds that Postgres stores. */
export type ObjectKind = Exclude<ArchiveKind, 'clicks'>
export const objectKinds = archiveKinds.filter((kind) => kind !== 'clicks') as readonly ObjectKind[]

/** The id of an object or click: a UUID of RFC 9562, in lowercase, as every installation creates them. */
export const archivedId = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

/** First and last file of an archive. Between them are the files of each kind. */
export const headFile = 'waymark.json'
export const manifestFile = 'manifest.json'

/** Limits of one archive. A file that is larger is not written. */
export const archiveLimits = {
  /** 500 million clicks. */
  files: 50_000,
  fileBytes: 32 * 1024 ** 2,
  /** A file ends when it has this many bytes. The largest row has 1.4 MB, a logo. */
  usualBytes: 8 * 1024 ** 2,
  /** Clicks of one file, which are stored as one batch. */
  clicks: 10_000,
  /** Objects of one file. They are created in one transaction, which locks the codes of all links. */
  objects: 250,
} as const

/** The name of the nth file of a kind, from 1 on. */
export const archiveFile = (kind: ArchiveKind, place: number): string =>
  `${kind}-${String(place).padStart(6, '0')}.ndjson`

const at = z.iso.datetime({ offset: true })

export const archiveHead = z.object({
  format: z.int(),
  waymark: z.string().max(100),
  /** All objects are as of this time. */
  created_at: at,
  account: renameAccountBody,
  /** Missing in archives of earlier versions, which ignore it. */
  settings: z.object({ checks_destinations: z.boolean() }).optional(),
  /** Also former ones. Links on them move to the base domain of the installation that imports them. */
  base_domains: z.array(z.strictObject({ id: z.guid(), host: z.string().max(300) })).max(100),
})
export type ArchiveHead = z.output<typeof archiveHead>

const archivedFile = z.strictObject({
  name: z.string().max(100),
  rows: z.int().min(1),
  bytes: z.int().min(1),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
})
export type ArchivedFile = z.output<typeof archivedFile>

export const archiveManifest = z.object({
  files: z.array(archivedFile).max(archiveLimits.files),
  /** Rows of each kind. */
  rows: z.partialRecord(z.enum(archiveKinds), z.int().nonnegative()),
})
export type ArchiveManifest = z.output<typeof archiveManifest>

/** How many objects of each kind were found and imported. */
export const archiveContents = z.partialRecord(
  z.enum(archiveKinds),
  z.object({ found: z.int().nonnegative(), imported: z.int().nonnegative() }),
)
export type ArchiveContents = z.output<typeof archiveContents>

/** Numbers of objects in an archive of the account. */
export const accountContents = z.object({
  links: z.int(),
  qr_codes: z.int(),
  ab_tests: z.int(),
  clicks: z.int().nullable().describe('null while ClickHouse is unavailable.'),
})
