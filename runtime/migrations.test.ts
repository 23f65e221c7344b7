import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

it.each(['postgres', 'clickhouse'])('numbers the migrations of %s consecutively', (store) => {
  const files = readdirSync(fileURLToPath(new URL(`../schemas/${store}/`, import.meta.url))).sort()
  const numbers = files.map((name) => Number(/^(\d{4})_[a-z_]+\.sql$/.exec(name)?.[1]))
  expect(numbers).toEqual(files.map((_, index) => index + 1))
})
