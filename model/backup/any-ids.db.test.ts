import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { uuidv7 } from '#runtime/uuid.ts'
import { storeClicks } from '../../test/factories/clicks.ts'
import { openTestStores, type TestStores } from '../../test/stack/stores.ts'
import { backUpClicks } from './back-up-clicks.ts'
import { clickFile } from './manifest.ts'

let stores: TestStores
beforeAll(async () => {
  stores = await openTestStores()
})
afterAll(() => stores.close())

it('clicks whose ids are UUIDs of no RFC do not end a backup', async () => {
  const odd = (digit: number) => `11111111-2222-0000-0000-33333333333${digit}`
  await storeClicks(
    stores.ch,
    [1, 2, 3].map((digit) => ({
      account_id: uuidv7(),
      link_id: odd(digit),
      click_id: odd(digit),
      city: `City ${digit}`,
      at: '2026-01-01T00:00:00Z',
    })),
  )
  const folder = join(stores.config.DATA_DIR, 'backup')
  await mkdir(join(folder, 'clickhouse'), { recursive: true })
  const files = await backUpClicks(stores.ch, { folder, say: () => undefined, limits: { rows: 1 } })
  const contents = await Promise.all(files.map(({ file }) => readFile(clickFile(folder, file))))
  const text = contents.map((content) => gunzipSync(content).toString('latin1')).join('')
  for (const digit of [1, 2, 3]) expect(text.split(`City ${digit}`)).toHaveLength(2)
})
