import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import { expect, it, vi } from 'vitest'
import { FileError } from './file-error.ts'
import { unpackFile } from './unpack-file.ts'

const mib = 1024 ** 2

async function* cut(bytes: Buffer, size = mib): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}
const unpack = (bytes: Buffer, size?: number) => buffer(Readable.from(unpackFile(cut(bytes, size))))

it('returns a plain file as it is, and unpacks a gzip file', async () => {
  const text = Buffer.from('url,slug\n'.repeat(300_000))
  expect((await unpack(text)).equals(text)).toBe(true)
  expect((await unpack(gzipSync(text), 1_000)).equals(text)).toBe(true)
  // Two gzip files one after the other are one.
  const twice = await unpack(Buffer.concat([gzipSync('a'), gzipSync('b')]))
  expect(twice.toString()).toBe('ab')
  expect(await unpack(Buffer.alloc(0))).toHaveLength(0)
})

it('refuses a file that unpacks to far more than its size, after 16 MB', async () => {
  const bomb = gzipSync(Buffer.alloc(64 * mib))
  let seen = 0
  const reading = async () => {
    for await (const piece of unpackFile(cut(bomb))) seen += piece.length
  }
  await expect(reading()).rejects.toThrow(FileError)
  expect(seen).toBeLessThanOrEqual(16 * mib)
})

it('refuses a damaged or incomplete gzip file', async () => {
  const packed = gzipSync(randomBytes(100_000))
  const damaged = Buffer.from(packed)
  damaged.fill(0xff, 1_000, 1_100)
  for (const file of [packed.subarray(0, -10), packed.subarray(0, 3), damaged])
    await expect(unpack(file)).rejects.toThrow('The gzip file is damaged or incomplete. Compress it again.')
})

it('closes the file when its reader stops', async () => {
  const packed = gzipSync(randomBytes(3 * mib))
  let isClosed = false
  async function* watched(): AsyncGenerator<Buffer> {
    try {
      yield* cut(packed, 1_000)
    } finally {
      isClosed = true
    }
  }
  for await (const piece of unpackFile(watched())) {
    expect(piece.length).toBeGreaterThan(0)
    break
  }
  await vi.waitUntil(() => isClosed)
})
