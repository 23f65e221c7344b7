import { expect, it } from 'vitest'
import { crc32, zip } from './zip.ts'

it('computes the standard CRC-32', () => {
  expect(crc32(new TextEncoder().encode('123456789'))).toBe(0xcbf43926)
})

it('writes every file at the offset in the central directory', async () => {
  const files = [
    { name: 'one.svg', text: '<svg/>' },
    { name: 'zwei-ü.svg', text: 'ä'.repeat(70_000) },
  ]
  const bytes = new Uint8Array(await new Blob(zip(files)).arrayBuffer())
  expect(readZip(bytes)).toEqual(files)
})

/** Reads by the central directory, as ZIP programs do. */
function readZip(bytes: Uint8Array): { name: string; text: string }[] {
  const view = new DataView(bytes.buffer)
  const end = bytes.length - 22
  expect(view.getUint32(end, true)).toBe(0x06054b50)
  const text = (from: number, length: number) => new TextDecoder().decode(bytes.subarray(from, from + length))
  const found: { name: string; text: string }[] = []
  let at = view.getUint32(end + 16, true)
  for (let left = view.getUint16(end + 10, true); left > 0; left--) {
    expect(view.getUint32(at, true)).toBe(0x02014b50)
    const nameLength = view.getUint16(at + 28, true)
    const [sum, size, start] = [16, 24, 42].map((offset) => view.getUint32(at + offset, true)) as [
      number,
      number,
      number,
    ]
    expect(view.getUint32(start, true)).toBe(0x04034b50)
    const body = start + 30 + view.getUint16(start + 26, true)
    expect(crc32(bytes.subarray(body, body + size))).toBe(sum)
    found.push({ name: text(at + 46, nameLength), text: text(body, size) })
    at += 46 + nameLength
  }
  return found
}
