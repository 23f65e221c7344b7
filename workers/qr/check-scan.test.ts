import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { checkScan } from './check-scan.ts'
import { decoders } from './decoders.ts'
import { draw, plainPicture, unpack } from './pictures.fixture.ts'

const said = 'https://example.com/hello'

async function check(file: Buffer, payload: string) {
  const pixels = await unpack(file)
  const scale = pixels.width / 33
  const sizes = { codeWidth: pixels.width, modulePixels: scale }
  return checkScan({ pixels, payload, ground: '#FFFFFF', inverted: false, ...sizes, warnings: [] })
}

describe('scanning a code', () => {
  it('passes for the encoded content', async () => {
    expect(await check((await draw({})).bytes, said)).toEqual({ ok: true, score: 100, warnings: [] })
  })

  it.each([`${said}/`, said.slice(0, -1), said.toUpperCase(), ''])('fails for %j', async (payload) => {
    expect(await check((await draw({})).bytes, payload)).toMatchObject({ ok: false })
  })

  it('fails for an image without a code', async () => {
    expect(await check(await plainPicture(512, '#FFFFFF').png().toBuffer(), said)).toMatchObject({ ok: false })
  })

  /** Covers the three eyes with eyes whose square centers are too large for their round frames. */
  async function spoilEyes(file: Buffer): Promise<Buffer> {
    const eyes = [
      [7.5, 7.5],
      [29.5, 7.5],
      [7.5, 29.5],
    ].map(
      ([x = 0, y = 0]) =>
        `<rect x="${x - 4}" y="${y - 4}" width="8" height="8" fill="#fff"/>` +
        `<circle cx="${x}" cy="${y}" r="3" fill="none" stroke="#000"/>` +
        `<rect x="${x - 1.5}" y="${y - 1.5}" width="3" height="3"/>`,
    )
    const cover = `<svg xmlns="http://www.w3.org/2000/svg" width="512" height="512" viewBox="0 0 37 37">${eyes.join('')}</svg>`
    return sharp(file)
      .composite([{ input: Buffer.from(cover) }])
      .png()
      .toBuffer()
  }

  it('fails if one of two decoders cannot read the file at its size, even if both read it at other sizes', async () => {
    const payload = 'https://example.com/menu?table=12'
    const file = await spoilEyes((await draw({}, { payload })).bytes)
    const readBy = async (wide?: number) => {
      const pixels = await unpack(file, wide)
      return Promise.all(decoders.map(async (decode) => (await decode(pixels))?.toString() === payload))
    }
    expect(await readBy()).toContain(false)
    expect(await Promise.all([148, 222, 400].map(readBy))).toEqual(Array(3).fill([true, true]))
    expect(await check(file, payload)).toEqual({ ok: false, score: 0, warnings: [] })
  })

  it('fails if only jsQR cannot read the file', async () => {
    const payload = 'https://example.com/menu?table=12'
    const { bytes } = await draw({ dot_style: 'dots', dot_scale: 0.7 }, { payload })
    const cover = `<svg xmlns="http://www.w3.org/2000/svg" width="512" height="512" viewBox="0 0 37 37"><rect x="24" y="24" width="5" height="5" fill="#fff"/></svg>`
    const file = await sharp(bytes)
      .composite([{ input: Buffer.from(cover) }])
      .png()
      .toBuffer()
    const pixels = await unpack(file)
    const texts = await Promise.all(decoders.map(async (decode) => (await decode(pixels))?.toString()))
    expect(texts).toEqual([payload, undefined])
    expect(await check(file, payload)).toMatchObject({ ok: false })
  })
})
