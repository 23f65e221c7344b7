import { createGunzip } from 'node:zlib'
import { feedGunzip } from '../feed-gunzip.ts'
import { FileError } from './file-error.ts'

const mib = 1024 ** 2
/** Unpacked bytes of a file. */
const mostBytes = 1024 * mib
/** A dump whose rows are almost the same takes 30 times as much space as its compressed form. */
const largestRatio = 100
/** Below this size the ratio does not matter. */
const alwaysAllowed = 16 * mib

/** The bytes of a file; of a gzip file, those that it contains. Throws FileError if it is damaged, or contains far too much. */
export async function* unpackFile(pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const rest = pieces[Symbol.asyncIterator]()
  const first = await rest.next()
  if (first.done === true) return
  const all = resume(first.value, rest)
  const isPacked = first.value[0] === 0x1f && first.value[1] === 0x8b
  yield* isPacked ? unpack(all) : all
}

async function* resume(first: Buffer, rest: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  try {
    yield first
    for (let next = await rest.next(); next.done !== true; next = await rest.next()) yield next.value
  } finally {
    await rest.return?.()
  }
}

async function* unpack(pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const packed = { bytes: 0 }
  const unpacked = createGunzip({ chunkSize: mib })
  void feedGunzip(unpacked, pieces, packed)
  let bytes = 0
  try {
    for await (const chunk of unpacked as AsyncIterable<Buffer>) {
      bytes += chunk.length
      if (bytes > mostBytes || (bytes > alwaysAllowed && bytes > packed.bytes * largestRatio))
        throw new FileError('The gzip file unpacks to more than 1 GB, or to far more than a file of links. Split it.')
      yield chunk
    }
  } catch (error) {
    throw isGzipError(error) ? new FileError('The gzip file is damaged or incomplete. Compress it again.') : error
  } finally {
    unpacked.destroy()
  }
}

const isGzipError = (error: unknown): boolean => {
  const { code } = error as { code?: unknown }
  return typeof code === 'string' && code.startsWith('Z_')
}
