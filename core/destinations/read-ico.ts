/** An image of an .ico file: a PNG as it is, or decoded pixels. */
export type IconImage = { kind: 'png'; bytes: Buffer } | { kind: 'pixels'; rgba: Buffer; width: number; height: number }

const headBytes = 6
const entryBytes = 16
const mostEntries = 32
/** Icons have at most 256 pixels on a side. */
const largestSide = 256

export const isIco = (bytes: Buffer): boolean =>
  bytes.length > headBytes + entryBytes && bytes.readUInt32LE(0) === 0x00_01_00_00 && bytes.readUInt16LE(4) > 0

/** The image of the file that is nearest to a side in pixels, and no smaller if there is one. null if none can be read. */
export function readIco(file: Buffer, side: number): IconImage | null {
  if (!isIco(file)) return null
  const count = Math.min(file.readUInt16LE(4), mostEntries)
  const entries = Array.from({ length: count }, (_, index) => headBytes + index * entryBytes)
    .filter((at) => at + entryBytes <= file.length)
    .map((at) => {
      const [length, start] = [file.readUInt32LE(at + 8), file.readUInt32LE(at + 12)]
      return { width: file[at] || 256, depth: file.readUInt16LE(at + 6), image: file.subarray(start, start + length) }
    })
    .sort((one, other) => distance(one.width, side) - distance(other.width, side) || other.depth - one.depth)
  for (const { image } of entries) {
    const read = readEntry(image)
    if (read !== null) return read
  }
  return null
}

const distance = (width: number, side: number) => (width >= side ? width - side : 2 * largestSide - width)

const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47])

function readEntry(image: Buffer): IconImage | null {
  if (image.subarray(0, 4).equals(pngSignature)) return { kind: 'png', bytes: image }
  const infoBytes = 40
  if (image.length < infoBytes || image.readUInt32LE(0) !== infoBytes) return null
  const width = image.readInt32LE(4)
  // The height counts the mask, which follows the colors.
  const height = image.readInt32LE(8) / 2
  const depth = image.readUInt16LE(14)
  const isPlain = image.readUInt32LE(16) === 0
  const isSmall = width > 0 && height > 0 && width <= largestSide && height <= largestSide && Number.isInteger(height)
  if (!isSmall || !isPlain || ![1, 4, 8, 24, 32].includes(depth)) return null
  const colors = depth > 8 ? 0 : image.readUInt32LE(32) || 2 ** depth
  if (colors > 256) return null
  const rowBytes = rowLength(width * depth)
  const start = infoBytes + colors * 4
  if (image.length < start + rowBytes * height) return null
  const bitmap = { image, width, height, depth, start, rowBytes, palette: infoBytes, colors }
  return { kind: 'pixels', rgba: decode(bitmap), width, height }
}

/** Rows are padded to four bytes. */
const rowLength = (bits: number) => Math.ceil(bits / 32) * 4

interface Bitmap {
  image: Buffer
  width: number
  height: number
  depth: number
  start: number
  rowBytes: number
  palette: number
  colors: number
}

function decode(bitmap: Bitmap): Buffer {
  const { width, height, depth } = bitmap
  const rgba = Buffer.alloc(width * height * 4)
  let isTransparent = true
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const color = colorAt(bitmap, x, height - 1 - y)
      const at = (y * width + x) * 4
      // Colors are stored as blue, green, red.
      rgba.set([color[2] ?? 0, color[1] ?? 0, color[0] ?? 0], at)
      rgba[at + 3] = depth === 32 ? (color[3] ?? 255) : isMasked(bitmap, x, height - 1 - y) ? 0 : 255
      isTransparent &&= rgba[at + 3] === 0
    }
  }
  // Old icons of 32 bits leave the transparency empty.
  if (isTransparent && depth === 32) for (let at = 3; at < rgba.length; at += 4) rgba[at] = 255
  return rgba
}

function colorAt({ image, depth, start, rowBytes, palette, colors }: Bitmap, x: number, row: number): Buffer {
  const rowStart = start + row * rowBytes
  if (depth >= 24) return image.subarray(rowStart + (x * depth) / 8, rowStart + ((x + 1) * depth) / 8)
  const bit = x * depth
  const byte = image[rowStart + (bit >> 3)] ?? 0
  const index = (byte >> (8 - depth - (bit & 7))) & (2 ** depth - 1)
  return index < colors ? image.subarray(palette + index * 4, palette + index * 4 + 3) : Buffer.alloc(3)
}

function isMasked({ image, width, height, start, rowBytes }: Bitmap, x: number, row: number): boolean {
  const mask = start + rowBytes * height + row * rowLength(width)
  return (((image[mask + (x >> 3)] ?? 0) >> (7 - (x & 7))) & 1) === 1
}
