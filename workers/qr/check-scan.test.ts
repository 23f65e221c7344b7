import { describe, expect, it } from 'vitest'
import { checkScan } from './check-scan.ts'
import { draw, plainPicture, unpack } from './pictures.fixture.ts'

const said = 'https://example.com/hello'

async function check(file: Buffer, payload: string) {
  const pixels = await unpack(file)
  const scale = pixels.width / 33
  return checkScan({ pixels, payload, ground: '#FFFFFF', codeWidth: pixels.width, modulePixels: scale, warnings: [] })
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
})
