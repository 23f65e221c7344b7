import { expect, it } from 'vitest'
import { isIco, readIco } from './read-ico.ts'

interface Entry {
  side: number
  image: Buffer
}

function ico(...entries: Entry[]): Buffer {
  const head = Buffer.from([0, 0, 1, 0, entries.length, 0])
  let start = 6 + entries.length * 16
  const table = entries.map(({ side, image }) => {
    const entry = Buffer.alloc(16)
    entry[0] = entry[1] = side
    entry.writeUInt32LE(image.length, 8)
    entry.writeUInt32LE(start, 12)
    start += image.length
    return entry
  })
  return Buffer.concat([head, ...table, ...entries.map(({ image }) => image)])
}

function bitmap(side: number, depth: number, palette: number[], rows: number[]): Buffer {
  const head = Buffer.alloc(40)
  head.writeUInt32LE(40, 0)
  head.writeInt32LE(side, 4)
  head.writeInt32LE(2 * side, 8)
  head.writeUInt16LE(depth, 14)
  head.writeUInt32LE(palette.length / 4, 32)
  return Buffer.concat([head, Buffer.from(palette), Buffer.from(rows)])
}

const red = [0, 0, 255]
const blue = [255, 0, 0]

it('decodes colors, palettes and masks, from the bottom up', () => {
  const full = bitmap(2, 32, [], [...red, 255, ...blue, 128, ...red, 0, ...blue, 255])
  expect(readIco(ico({ side: 2, image: full }), 64)).toEqual({
    kind: 'pixels',
    width: 2,
    height: 2,
    rgba: Buffer.from([255, 0, 0, 0, 0, 0, 255, 255, 255, 0, 0, 255, 0, 0, 255, 128]),
  })
  // One bit for each pixel, and a mask that hides the first one of the lower row.
  const two = bitmap(
    2,
    1,
    [...red, 0, ...blue, 0],
    [0b01000000, 0, 0, 0, 0b10000000, 0, 0, 0, 0b10000000, 0, 0, 0, 0, 0, 0, 0],
  )
  expect(readIco(ico({ side: 2, image: two }), 64)).toMatchObject({
    rgba: Buffer.from([0, 0, 255, 255, 255, 0, 0, 255, 255, 0, 0, 0, 0, 0, 255, 255]),
  })
})

it('takes the image of the nearest size', () => {
  const png = (side: number) => ({ side, image: Buffer.from([0x89, 0x50, 0x4e, 0x47, side]) })
  const pick = (...sides: number[]) => {
    const image = readIco(ico(...sides.map(png)), 64)
    return image?.kind === 'png' ? image.bytes[4] : undefined
  }
  expect([pick(16, 48, 128), pick(16, 64, 128), pick(32, 16)]).toEqual([128, 64, 32])
})

it('refuses damaged files instead of reading beyond them', () => {
  const whole = ico({
    side: 2,
    image: bitmap(
      2,
      32,
      [],
      Array.from({ length: 16 }, () => 9),
    ),
  })
  for (let length = 0; length < whole.length; length++) expect(readIco(whole.subarray(0, length), 64)).toBeNull()
  const large = bitmap(2, 32, [], [])
  large.writeInt32LE(100_000, 4)
  expect(readIco(ico({ side: 2, image: large }), 64)).toBeNull()
  const colors = bitmap(
    2,
    8,
    [],
    Array.from({ length: 16 }, () => 9),
  )
  colors.writeUInt32LE(0x7f_ff_ff_ff, 32)
  expect(readIco(ico({ side: 2, image: colors }), 64)).toBeNull()
  expect([isIco(Buffer.from('<svg/>')), readIco(Buffer.alloc(0), 64)]).toEqual([false, null])
})
