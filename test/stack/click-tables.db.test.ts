import { expect, it } from 'vitest'
import { z } from 'zod'
import { ch, Fragment, text } from '#runtime/ch-tag.ts'
import { connectClickhouse } from '#runtime/clickhouse.ts'
import { migrateClickhouse } from '#runtime/migrate.ts'
import { openTestStores } from './stores.ts'
import { withDatabase } from './urls.ts'

const column = z.record(z.string(), z.unknown())

it('a copied ClickHouse database equals one that was migrated, and has no migrations left to apply', async () => {
  const stores = await openTestStores()
  const { log, urls } = stores
  const [copy] = await stores.ch.query(ch`select currentDatabase() as name`, z.object({ name: z.string() }))
  const migrated = `${copy?.name}_migrated`
  await stores.ch.command(new Fragment([`create database ${migrated} engine = Atomic`], []))
  const other = connectClickhouse(withDatabase(urls.clickhouse_url, migrated))
  try {
    await migrateClickhouse(other, log)
    const describe = async (database: string) => ({
      tables: (
        await other.query(
          ch`select create_table_query as made from system.tables where database = ${text(database)} order by name`,
          z.object({ made: z.string() }),
        )
      ).map(({ made }) => made.replaceAll(database, 'database')),
      columns: await other.query(
        ch`
          select table, name, type, default_kind, default_expression, compression_codec, position, is_in_partition_key, is_in_sorting_key
          from system.columns
          where database = ${text(database)}
          order by table, position`,
        column,
      ),
    })
    const expected = await describe(migrated)
    expect(expected.tables.length).toBeGreaterThan(3)
    expect(await describe(copy?.name ?? '')).toEqual(expected)
    const names = ch`select name, checksum from migrations order by name`
    const applied = await other.query(names, column)
    expect(await stores.ch.query(names, column)).toEqual(applied)
  } finally {
    await other.close()
    await stores.ch.command(new Fragment([`drop database ${migrated} sync`], []))
    await stores.close()
  }
})
