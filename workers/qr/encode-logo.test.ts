import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { createQrAssetBody } from '#schemas/qr-assets.ts'
import { encodeLogo } from './encode-logo.ts'
import { plainPicture } from './pictures.fixture.ts'

/** Builds PNG files by hand that no encoder would write. */
function chunk(type: string, body: Buffer): Buffer {
  const typed = Buffer.concat([Buffer.from(type), body])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(body.length)
  sum.writeUInt32BE(crc32(typed))
  return Buffer.concat([length, typed, sum])
}
function png(width: number, height: number, pixels: Buffer, more: Buffer[] = []): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([8, 0, 0, 0, 0], 8)
  const signature = Buffer.from('89504e470d0a1a0a', 'hex')
  return Buffer.concat([
    signature,
    chunk('IHDR', head),
    ...more,
    chunk('IDAT', deflateSync(pixels)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

const messageOf = async (upload: Buffer) => {
  const { head, bytes } = await encodeLogo(upload)
  if (head.kind !== 'refused') throw new Error(`${bytes.length} bytes were taken`)
  return head.message
}

const bomb = `<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY a "aaaaaaaaaa">${'bcdefghi'
  .split('')
  .map((name, index) => `<!ENTITY ${name} "${`&${'abcdefgh'[index]};`.repeat(10)}">`)
  .join('')}]><svg xmlns="http://www.w3.org/2000/svg"><text>&i;</text></svg>`

describe('a logo', () => {
  it.each(['png', 'jpeg', 'webp'] as const)('%s: becomes a PNG of the same image', async (format) => {
    const { head, bytes } = await encodeLogo(await plainPicture(300, '#FF0000')[format]().toBuffer())
    expect(head).toEqual({ kind: 'encoded', width: 300, height: 300 })
    expect((await sharp(bytes).metadata()).format).toBe('png')
    const { channels } = await sharp(bytes).stats()
    expect(channels.slice(0, 3).map(({ mean }) => Math.round(mean / 50))).toEqual([5, 0, 0])
  })

  it('is stripped of hidden data', async () => {
    const exif = { IFD0: { Copyright: 'secret-owner', ImageDescription: '<script>alert(1)</script>' } }
    const upload = Buffer.concat([
      await plainPicture().withExif(exif).jpeg().toBuffer(),
      Buffer.from('PK\u0003\u0004 secret-owner'),
    ])
    expect(upload.includes('secret-owner')).toBe(true)
    const { head, bytes } = await encodeLogo(upload)
    expect(head.kind).toBe('encoded')
    expect(bytes.includes('secret-owner')).toBe(false)
    expect(bytes.includes('<script>')).toBe(false)
  })

  it('is rotated according to its EXIF orientation', async () => {
    const upload = await sharp({ create: { width: 100, height: 50, channels: 3, background: '#000000' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer()
    expect((await encodeLogo(upload)).head).toMatchObject({ width: 50, height: 100 })
  })

  it('with many pixels is scaled down', async () => {
    const { head } = await encodeLogo(await plainPicture(3000).png().toBuffer())
    expect(head).toEqual({ kind: 'encoded', width: 1024, height: 1024 })
  })
})

describe('an invalid logo', () => {
  const usual = 'Must be a PNG, JPEG, or WebP image.'
  const damaged = 'Cannot be read: the image is damaged or too complex.'

  it.each([
    ['nothing', Buffer.alloc(0), usual],
    ['text', Buffer.from('hello'), usual],
    ['an SVG with growing entities', Buffer.from(bomb), usual],
    [
      'an SVG with an external image',
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><image href="http://127.0.0.1/"/></svg>'),
      usual,
    ],
    ['a PDF', Buffer.from('%PDF-1.7'), usual],
    ['a GIF', Buffer.from('GIF89a'), usual],
    ['only the first bytes of a PNG', Buffer.from('89504e470d0a1a0a', 'hex'), damaged],
    [
      'an SVG after the signature of a PNG',
      Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.from(bomb)]),
      damaged,
    ],
    ['a header without pixels', png(100, 100, Buffer.alloc(10)), damaged],
    ['more than 1 MB', Buffer.alloc(1024 * 1024 + 1), 'Must be at most 1 MB.'],
  ])('%s is rejected', async (_, upload, message) => {
    expect(await messageOf(upload)).toBe(message)
  })

  it('a small file that would unpack to 2.5 billion pixels is rejected without unpacking it', async () => {
    const before = process.memoryUsage().rss
    expect(await messageOf(png(50_000, 50_000, Buffer.alloc(1_000)))).toBe('Must have at most 16,777,216 pixels.')
    expect(process.memoryUsage().rss - before).toBeLessThan(256 * 1024 * 1024)
  })

  it('a complete image of 25 million pixels in 80 kB is rejected', async () => {
    const upload = await plainPicture(5_000).png().toBuffer()
    expect(upload.length).toBeLessThan(100_000)
    expect(await messageOf(upload)).toBe('Must have at most 16,777,216 pixels.')
  })

  it('an animated image is rejected, PNG and WebP', async () => {
    const control = Buffer.alloc(8)
    control.writeUInt32BE(2)
    const rows = Buffer.alloc(100 * 101)
    expect(await messageOf(png(100, 100, rows, [chunk('acTL', control)]))).toBe('Must not be animated.')
    const frames = await Promise.all(['#FF0000', '#0000FF'].map((color) => plainPicture(50, color).png().toBuffer()))
    const moving = await sharp(frames, { join: { animated: true } })
      .webp()
      .toBuffer()
    expect(await messageOf(moving)).toBe('Must not be animated.')
  })

  it('two files in one are rejected', async () => {
    const tail = Buffer.from('<html><script>alert(1)</script></html>')
    const message = 'Must not contain other data after the end of the image.'
    expect(await messageOf(Buffer.concat([await plainPicture().png().toBuffer(), tail]))).toBe(message)
    expect(await messageOf(Buffer.concat([await plainPicture().webp().toBuffer(), tail]))).toBe(message)
  })

  it('an image that is too small is rejected', async () => {
    expect(await messageOf(await plainPicture(8).png().toBuffer())).toBe('Must be at least 16 pixels wide and high.')
  })
})

describe('the reference', () => {
  it('lists exactly the accepted types', async () => {
    const described = createQrAssetBody.shape.content.description ?? ''
    const [listed = '', rejected = ''] = described.split('Other types')
    const types = ['PNG', 'JPEG', 'WebP', 'SVG', 'GIF', 'AVIF'].filter((type) => listed.includes(type))
    expect(types).toEqual(['PNG', 'JPEG', 'WebP'])
    for (const type of ['png', 'jpeg', 'webp'] as const) {
      const { head } = await encodeLogo(await plainPicture()[type]().toBuffer())
      expect(head.kind).toBe('encoded')
    }
    expect(rejected).toContain('SVG')
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64"><rect width="64" height="64"/></svg>'
    expect((await encodeLogo(Buffer.from(svg))).head).toMatchObject({ kind: 'refused' })
  })
})
