import { createReadStream, writeFileSync } from 'node:fs'
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { createGunzip } from 'node:zlib'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { ch, int, uuid } from '#runtime/ch-tag.ts'
import { keysFile } from '#runtime/secret-keys.ts'
import { uuidv7 } from '#runtime/uuid.ts'
import { storeClicks } from '../../test/factories/clicks.ts'
import { openEmptyStores } from '../../test/stack/empty-stores.ts'
import { openTestStores, type TestStores } from '../../test/stack/stores.ts'
import { backUp } from './back-up.ts'
import { clickFile, keysCopy } from './manifest.ts'
import { restore } from './restore.ts'

let stores: TestStores
let root: string
beforeAll(async () => {
  stores = await openTestStores()
  root = await mkdtemp(join(tmpdir(), 'waymark-files-'))
})
afterAll(async () => {
  await stores.close()
  await rm(root, { recursive: true, force: true })
})

const quiet = { say: () => undefined }
const digest = z.object({ rows: z.int(), digest: z.string() })
/** Number and digest of all clicks. */
const digestOf = ({ ch: clickhouse }: TestStores) =>
  clickhouse.query(ch`select count() as rows, toString(sum(cityHash64(*))) as digest from clicks`, digest)

async function fileSizes(folder: string, files: readonly { file: string }[]): Promise<number[]> {
  const unpacked = files.map(({ file }) => buffer(createReadStream(clickFile(folder, file)).pipe(createGunzip())))
  return (await Promise.all(unpacked)).map(({ length }) => length)
}

it('files of clicks with long texts stay near the limit of their size, and are restored', async () => {
  const [account_id, link_id] = [uuidv7(), uuidv7()]
  const [shortest, longest, limit] = [2_500, 8_000, 100_000]
  const clicks = Array.from({ length: 300 }, (_, index) => ({
    account_id,
    link_id: index % 2 === 0 ? link_id : uuidv7(),
    at: new Date(1_780_000_000_000 + index).toISOString(),
    destination_url: `https://example.com/${'x'.repeat(index % 3 === 0 ? longest : shortest)}`,
    utm_content: index % 50 === 0 ? `${index}${'y'.repeat(2_000)}` : '',
  }))
  await storeClicks(stores.ch, clicks)
  const folder = join(root, 'long')
  const limits = { rows: 50, bytes: limit }
  const manifest = await backUp({ ...stores, clickhouse: stores.ch, keysFile: null, folder, limits, ...quiet })
  const sizes = await fileSizes(folder, manifest.clicks)
  expect(Math.max(...sizes)).toBeLessThan(limit + longest + 4_000)
  expect(Math.max(...manifest.clicks.map(({ rows }) => rows))).toBeLessThanOrEqual(limit / shortest)
  expect(manifest.clicks.reduce((sum, { rows }) => sum + rows, 0)).toBe(clicks.length)

  const empty = await openEmptyStores()
  try {
    await empty.redis.flushdb()
    await restore({ ...empty, clickhouse: empty.ch, keysFile: null, folder, ...quiet })
    expect(await digestOf(empty)).toEqual(await digestOf(stores))
  } finally {
    await empty.close()
  }
})

it('a backup has each key of the moments before and after it, although a rotation ends in between', async () => {
  const file = keysFile(await mkdtemp(join(root, 'data-')))
  const write = (...keys: string[]) => writeFileSync(file, keys.map((each) => `${each}\n`).join(''))
  write('second', 'first')
  const folder = join(root, 'keys')
  const say = () => write('third', 'second')
  await backUp({ ...stores, clickhouse: stores.ch, keysFile: file, folder, say })
  expect(await readFile(keysCopy(folder), 'utf8')).toBe('third\nsecond\nfirst\n')
  expect((await stat(keysCopy(folder))).mode & 0o777).toBe(0o600)
})

it('the embedded server stores a file of more than 256 MiB, as backups of earlier versions have', async () => {
  const [account_id, link_id] = [uuidv7(), uuidv7()]
  const rowsOfPiece = 4_000
  const piece = await buffer(
    await stores.ch.readNative(ch`
      select ${uuid(account_id)} as account_id, ${uuid(link_id)} as link_id, now64(3) as clicked_at,
        generateUUIDv4(number) as click_id, repeat('x', 8000) as destination_url
      from numbers(${int(rowsOfPiece)})`),
  )
  const pieces = Math.ceil((260 * 1024 ** 2) / piece.length)
  await stores.ch.writeNative(
    'clicks',
    Readable.from(
      Array.from({ length: pieces }, () => piece),
      { objectMode: false },
    ),
  )
  const counting = ch`select count() as n from clicks where account_id = ${uuid(account_id)}`
  expect(await stores.ch.query(counting, z.object({ n: z.int() }))).toEqual([{ n: pieces * rowsOfPiece }])
})
