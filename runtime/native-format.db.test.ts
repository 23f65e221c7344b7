import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { openTestStores, type TestStores } from '../test/stack/stores.ts'
import { ch, int } from './ch-tag.ts'
import { columnOf } from './native-columns.ts'
import type { Columns } from './native-format.ts'

interface Row {
  n: number
  id: string
  big: string
  at: number
  words: string
  same: string
  list: readonly string[]
  kind: 'dull' | 'it’s'
}

const columns: Columns<Row> = {
  n: columnOf.uint64,
  id: columnOf.uuid,
  big: columnOf.uint64Text,
  at: columnOf.instant,
  words: columnOf.text,
  same: columnOf.repeatedText,
  list: columnOf.textList,
  kind: columnOf.enum8({ dull: 1, 'it’s': 127 }),
}
const rowSchema = z.object({
  n: z.number(),
  id: z.string(),
  big: z.string(),
  at: z.number(),
  words: z.string(),
  same: z.string(),
  list: z.array(z.string()),
  kind: z.enum(['dull', 'it’s']),
})
const plain: Omit<Row, 'n'> = {
  id: '00000000-0000-0000-0000-000000000000',
  big: '0',
  at: 0,
  words: '',
  same: '',
  list: [],
  kind: 'dull',
}

let stores: TestStores
beforeAll(async () => {
  stores = await openTestStores()
  await stores.ch.command(ch`
    create table kinds (
      n UInt64, id UUID, big UInt64, at DateTime64(3, 'UTC'), words String, same LowCardinality(String),
      list Array(String), kind Enum8('dull' = 1, 'it’s' = 127)
    )
    engine = MergeTree order by n`)
})
afterAll(() => stores.close())

/** Rows as they are read back; ids, large numbers and times in the server's own format. */
async function there(first: number, specials: readonly Partial<Row>[]): Promise<Row[]> {
  await insert(first, specials)
  return stores.ch.query(
    ch`
      select n, toString(id) as id, toString(big) as big, toUnixTimestamp64Milli(at) as at, words, same, list, kind
      from kinds
      where n >= ${int(first)}
      order by n`,
    rowSchema,
  )
}

async function insert(first: number, specials: readonly Partial<Row>[]): Promise<void> {
  const rows = specials.map((special, index) => ({ ...plain, ...special, n: first + index }))
  await stores.ch.insert('kinds', columns, rows, { token: String(first) })
}

const texts = [
  '',
  'a'.repeat(64),
  'a'.repeat(65),
  'x'.repeat(127),
  'ü'.repeat(63),
  'ü'.repeat(64),
  'визит 🎉',
  'z'.repeat(8_192),
  '語'.repeat(6_000),
  'tab\t line\n return\r nothing\0 quote" slash\\ \u007f\u0080\u2028',
]

it('writes values that read back unchanged', async () => {
  const specials: Partial<Row>[] = [
    ...texts.map((words) => ({ words, same: words, list: [words, '', words] })),
    { id: '01234567-89ab-cdef-fedc-ba9876543210' },
    { id: 'ffffffff-ffff-ffff-ffff-ffffffffffff', list: [''] },
    { id: '80000000-0000-4000-8000-000000000001', kind: 'it’s' },
    ...['1', '4294967295', '4294967296', '9007199254740993', '18446744073709551615'].map((big) => ({ big })),
    ...[1, 4_294_967_295, 4_294_967_296, 1_763_748_000_123, 9_999_999_999_999].map((at) => ({ at })),
  ]
  const expected = specials.map((special, n) => ({ ...plain, ...special, n }))
  expect(await there(0, specials)).toEqual(expected)
})

it('writes half a surrogate pair as the replacement character', async () => {
  const half = 'half \ud83d'
  const [row] = await there(1_000, [{ words: half, same: half, list: [half] }])
  expect(row).toMatchObject({ words: 'half \ufffd', same: 'half \ufffd', list: ['half \ufffd'] })
})

it.each([255, 256, 257, 65_536, 65_537])('keeps %i different texts apart', async (different) => {
  const first = different * 100_000
  const rows = Array.from({ length: different + 1 }, (_, place) => ({ same: `text ${place % different}` }))
  await insert(first, rows)
  const [found] = await stores.ch.query(
    ch`
      select count() as right, uniqExact(same) as texts
      from kinds
      where n >= ${int(first)} and same = concat('text ', toString((n - ${int(first)}) % ${int(different)}))`,
    z.object({ right: z.number(), texts: z.number() }),
  )
  expect(found).toEqual({ right: different + 1, texts: different })
})
