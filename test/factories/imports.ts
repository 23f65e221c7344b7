import { Readable } from 'node:stream'
import { insertImport, type NewImport } from '#model/imports/imports.ts'
import { queues } from '#schemas/queues.ts'
import type { TestStores } from '../stack/stores.ts'
import type { TestAccount } from './account.ts'
import { findBaseDomain } from './links.ts'

/** An import of this many links with slugs that begin with `start`, of which some appear twice. */
export async function createImport(
  stores: TestStores,
  account: TestAccount,
  { count = 1, start = 'import', ...special }: { count?: number; start?: string } & Partial<NewImport> = {},
) {
  const rows = Array.from(
    { length: count },
    (_, index) => `https://example.com/${index},${start}-${index},${index % 3}`,
  )
  return await insertImport(stores.sql, {
    account_id: account.id,
    source: 'csv',
    domain_id: (await findBaseDomain(stores.sql, stores.config)).id,
    conflict: 'rename',
    dry_run: false,
    tags: [],
    from: {
      file_name: 'links.csv',
      layout: {
        encoding: 'utf-8',
        delimiter: ',',
        header: ['url', 'slug', 'clicks'],
        fields: { url: 0, slug: 1, clicks: 2 },
        unused: [],
      },
      content: Readable.from([Buffer.from(`url,slug,clicks\n${rows.join('\n')}\n`)]),
    },
    ...special,
  })
}

/**
 * Lets the time pass after which the import of a killed worker is taken by another one. Its job is locked for ten seconds, so
 * Redis loses it, and the import is due.
 */
export async function endLease({ sql, redis }: Pick<TestStores, 'sql' | 'redis'>, id: string): Promise<void> {
  const keys = await redis.keys(`${queues.imports.prefix}:*`)
  if (keys.length > 0) await redis.unlink(keys)
  await sql`update imports set due_at = now() where id = ${id} and state = 'running'`
}
