import { createGunzip } from 'node:zlib'
import { archiveLimits } from '#schemas/archive.ts'
import { feedGunzip } from '../feed-gunzip.ts'
import { damaged, notAnArchive } from './archive-error.ts'
import { blockBytes, padding, readHeader } from './tar-blocks.ts'

/** Rows of an account take up to 50 times as much space as their compressed form: each has an id. */
const largestRatio = 100
/** Below this size the ratio does not matter. */
const alwaysAllowed = 16 * 1024 ** 2

export interface PackedFile {
  name: string
  content: Buffer
}

/** The files of an archive, one at a time. Throws ArchiveError if it is damaged or unpacks to far more than it should. */
export async function* unpack(pieces: AsyncIterable<Buffer>): AsyncGenerator<PackedFile> {
  const packed = { bytes: 0 }
  const unpacked = createGunzip()
  void feedGunzip(unpacked, pieces, packed)
  const reader = new ByteReader(unpacked, packed)
  try {
    yield* readFiles(reader)
  } catch (error) {
    throw translate(error, reader)
  } finally {
    unpacked.destroy()
  }
}

async function* readFiles(reader: ByteReader): AsyncGenerator<PackedFile> {
  for (let place = 0; ; place++) {
    const block = await reader.take(blockBytes)
    const header = readHeader(block)
    if (header === null) return
    if (header === 'broken') throw place === 0 ? notAnArchive() : damaged('it has something other than plain files')
    if (header.bytes > archiveLimits.fileBytes) throw damaged(`${header.name} is too large`)
    const content = await reader.take(header.bytes)
    await reader.take(padding(header.bytes).length)
    yield { name: header.name, content }
  }
}

/** Reads a stream in portions of a given length. */
class ByteReader {
  readonly #chunks: AsyncIterator<Buffer>
  readonly #packed: { readonly bytes: number }
  #rest: Buffer = Buffer.alloc(0)
  #bytes = 0

  constructor(stream: AsyncIterable<Buffer>, packed: { readonly bytes: number }) {
    this.#chunks = stream[Symbol.asyncIterator]()
    this.#packed = packed
  }

  get hasRead(): boolean {
    return this.#bytes > 0
  }

  async take(length: number): Promise<Buffer> {
    const chunks = [this.#rest]
    let missing = length - this.#rest.length
    while (missing > 0) {
      const next = await this.#chunks.next()
      if (next.done === true) throw this.#bytes === 0 ? notAnArchive() : damaged('its end is missing')
      chunks.push(next.value)
      missing -= next.value.length
      this.#count(next.value.length)
    }
    const all = chunks.length === 1 ? this.#rest : Buffer.concat(chunks)
    this.#rest = all.subarray(length)
    return all.subarray(0, length)
  }

  #count(bytes: number): void {
    this.#bytes += bytes
    if (this.#bytes > alwaysAllowed && this.#bytes > largestRatio * this.#packed.bytes)
      throw damaged('it unpacks to far more than an account takes')
  }
}

/** Errors of zlib have codes such as Z_DATA_ERROR. */
function translate(error: unknown, reader: ByteReader): unknown {
  const { code } = error as NodeJS.ErrnoException
  if (code === undefined || !code.startsWith('Z_')) return error
  if (!reader.hasRead) return notAnArchive()
  return damaged(code === 'Z_BUF_ERROR' ? 'its end is missing' : 'it cannot be unpacked')
}
