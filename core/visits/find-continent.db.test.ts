import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { ch, join, text } from '#runtime/ch-tag.ts'
import { migrateClickhouse } from '#runtime/migrate.ts'
import { openTestStores, type TestStores } from '../../test/stack/stores.ts'
import { findContinent } from './find-continent.ts'

let stores: TestStores
beforeAll(async () => {
  stores = await openTestStores()
})
afterAll(() => stores.close())

const letters = [...'abcdefghijklmnopqrstuvwxyz']
const codes = ['', ...letters.flatMap((first) => letters.map((second) => first + second))]
const expected = codes.map((country_code) => ({ country_code, continent: findContinent(country_code) }))

const stored = z.object({ country_code: z.string(), continent: z.string() })
const readAll = () => stores.ch.query(ch`select country_code, continent from clicks order by country_code`, stored)
const partsWithIt = async () => {
  const [row] = await stores.ch.query(
    ch`select count() as n from system.parts_columns
      where database = currentDatabase() and table = 'clicks' and active and column = 'continent'`,
    z.object({ n: z.int() }),
  )
  return row?.n
}

it('clicks stored before the column existed have the continents that workers find', async () => {
  // The table before the migration.
  await stores.ch.command(ch`alter table clicks drop column continent`)
  await stores.ch.command(
    ch`alter table migrations delete where name = '0006_continents.sql' settings mutations_sync = 1`,
  )
  const values = join(
    codes.map((code) => ch`${text(code)}`),
    ch`, `,
  )
  await stores.ch.command(ch`insert into clicks (country_code) select arrayJoin([${values}])`)
  await migrateClickhouse(stores.ch, stores.log)

  expect(await partsWithIt(), 'parts that have the column').toBe(0)
  expect(await readAll()).toEqual(expected)
  const europeans = ch`select country_code, continent from clicks where lowerUTF8(continent) = 'europe' order by country_code`
  expect(await stores.ch.query(europeans, stored)).toEqual(expected.filter(({ continent }) => continent === 'Europe'))

  await stores.ch.command(ch`optimize table clicks final`)
  expect(await partsWithIt(), 'parts that have the column').toBe(1)
  expect(await readAll()).toEqual(expected)
})
