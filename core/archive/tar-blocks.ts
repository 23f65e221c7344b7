/** Size of the blocks of a tar file. */
export const blockBytes = 512

const nameBytes = 100
const [sizeAt, sizeBytes] = [124, 12]
const [sumAt, sumBytes] = [148, 8]
const [typeAt, magicAt] = [156, 257]
/** A regular file, as GNU tar and earlier ones mark it. */
const regular = ['0', '\0']
const magic = 'ustar'

export interface TarEntry {
  name: string
  bytes: number
}

/** The header of a file, in the format of POSIX.1-1988 (ustar), which every program for archives reads. */
export function writeHeader({ name, bytes }: TarEntry, at: Date): Buffer {
  const header = Buffer.alloc(blockBytes)
  const put = (text: string, start: number) => header.write(text, start, 'latin1')
  put(name, 0)
  put('0000600\0', 100)
  put('0000000\0', 108)
  put('0000000\0', 116)
  put(`${octal(bytes, sizeBytes - 1)} `, sizeAt)
  put(`${octal(Math.floor(at.getTime() / 1000), 11)} `, 136)
  put('0', typeAt)
  put(`${magic}\0${'00'}`, magicAt)
  put(`${octal(sumOf(header), 6)}\0 `, sumAt)
  return header
}

/** Zeros that fill the last block of a file. */
export const padding = (bytes: number): Buffer => Buffer.alloc((blockBytes - (bytes % blockBytes)) % blockBytes)

/** The end of an archive. */
export const endBlocks = (): Buffer => Buffer.alloc(2 * blockBytes)

/**
 * The file that a header describes; null for the end of the archive, 'broken' for anything but a regular file with a plain
 * name. Links, folders and extended headers are never followed.
 */
export function readHeader(header: Buffer): TarEntry | null | 'broken' {
  if (header.every((byte) => byte === 0)) return null
  const sum = readOctal(header, sumAt, sumBytes)
  if (sum === null || sum !== sumOf(header)) return 'broken'
  if (header.toString('latin1', magicAt, magicAt + magic.length) !== magic) return 'broken'
  if (!regular.includes(header.toString('latin1', typeAt, typeAt + 1))) return 'broken'
  const bytes = readOctal(header, sizeAt, sizeBytes)
  const [name = ''] = header.toString('latin1', 0, nameBytes).split('\0')
  return bytes === null || !/^[a-z0-9_.-]+$/.test(name) ? 'broken' : { name, bytes }
}

const octal = (value: number, digits: number) => value.toString(8).padStart(digits, '0')

function readOctal(header: Buffer, start: number, length: number): number | null {
  const [, digits] = /^ *([0-7]+)[ \0]*$/.exec(header.toString('latin1', start, start + length)) ?? []
  return digits === undefined ? null : Number.parseInt(digits, 8)
}

/** The sum of all bytes, those of the sum itself as spaces. */
function sumOf(header: Buffer): number {
  let sum = 0
  for (let index = 0; index < blockBytes; index++) {
    sum += index >= sumAt && index < sumAt + sumBytes ? 0x20 : (header[index] ?? 0)
  }
  return sum
}
