/** Detects file types by content. File names and request headers are not trusted. */

export type ImageType = 'png' | 'jpeg' | 'webp'

const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const jpegSignature = Buffer.from([0xff, 0xd8, 0xff])
/** Bytes for length, type, and checksum. */
const chunkOverhead = 12

export function findImageType(bytes: Buffer): ImageType | null {
  if (bytes.subarray(0, pngSignature.length).equals(pngSignature)) return 'png'
  if (bytes.subarray(0, jpegSignature.length).equals(jpegSignature)) return 'jpeg'
  return bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP' ? 'webp' : null
}

/** Detects two files in one. JPEG is exempt, since cameras append data; the extra data is dropped. */
export function hasTrailingBytes(bytes: Buffer, type: ImageType): boolean {
  if (type === 'png')
    return (pngChunks(bytes).find((chunk) => chunk.type === 'IEND')?.end ?? bytes.length) < bytes.length
  // Odd lengths are padded.
  return type === 'webp' && bytes.length >= 8 && bytes.readUInt32LE(4) + 9 < bytes.length
}

export const isAnimatedPng = (bytes: Buffer) => pngChunks(bytes).some(({ type }) => type === 'acTL')

function pngChunks(bytes: Buffer): { type: string; end: number }[] {
  const chunks: { type: string; end: number }[] = []
  let start = pngSignature.length
  while (start + chunkOverhead <= bytes.length) {
    const end = start + chunkOverhead + bytes.readUInt32BE(start)
    const type = bytes.toString('latin1', start + 4, start + 8)
    chunks.push({ type, end })
    if (type === 'IEND') break
    start = end
  }
  return chunks
}
