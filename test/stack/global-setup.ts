import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { createLog } from '#runtime/log.ts'
import { migratePostgres } from '#runtime/migrate.ts'
import { connectPostgres } from '#runtime/postgres.ts'
import type { StoreUrls } from '#runtime/store-urls.ts'
import { startStores } from '../../embedded/stores.ts'
import { makeClickTables } from './click-tables.ts'
import { templateDatabase, withDatabase } from './urls.ts'

declare module 'vitest' {
  interface ProvidedContext {
    storeUrls: StoreUrls
    clickTables: string[]
  }
}

/** Starts the three real stores once for a run, and migrates the databases that each test file clones. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'waymark-test-'))
  const log = createLog('test', { LOG_LEVEL: 'warn', LOG_PRETTY: true })
  const stores = await startStores({ dataDir, external: {}, log: (line) => log.warn(line) })
  const { database_url, redis_url, clickhouse_url } = stores
  await makeTemplate(database_url, log)
  project.provide('storeUrls', { database_url, redis_url, clickhouse_url })
  project.provide('clickTables', await makeClickTables(clickhouse_url, log))
  return async () => {
    await stores.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function makeTemplate(databaseUrl: string, log: Parameters<typeof migratePostgres>[1]): Promise<void> {
  const server = connectPostgres(databaseUrl, { name: 'test set-up', max: 1 })
  // The data is thrown away, so nothing has to survive a power loss. Files that kill stores start their own.
  for (const durability of ['fsync', 'synchronous_commit', 'full_page_writes'])
    await server`alter system set ${server(durability)} = off`
  await server`select pg_reload_conf()`
  await server`create database ${server(templateDatabase)}`
  await server.end()
  const template = connectPostgres(withDatabase(databaseUrl, templateDatabase), { name: 'test set-up', max: 1 })
  await migratePostgres(template, log)
  await template.end()
}
