import type { Gunzip } from 'node:zlib'

/** Writes a gzip file into its decompressor, and counts its bytes. The reader of the unpacked bytes receives the errors. */
export async function feedGunzip(
  unpacked: Gunzip,
  pieces: AsyncIterable<Buffer>,
  packed: { bytes: number },
): Promise<void> {
  try {
    for await (const piece of pieces) {
      packed.bytes += piece.length
      if (unpacked.destroyed) return
      if (!unpacked.write(piece)) await hasRoom(unpacked)
    }
    unpacked.end()
  } catch (error) {
    unpacked.destroy(error instanceof Error ? error : new Error('the gzip file could not be read', { cause: error }))
  }
}

/** Also ends when the reader has left. */
const hasRoom = (unpacked: Gunzip): Promise<void> =>
  new Promise((resolve) => {
    const go = () => {
      unpacked.off('drain', go).off('close', go)
      resolve()
    }
    unpacked.on('drain', go).on('close', go)
  })
