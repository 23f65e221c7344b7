import { describe, expect, it } from 'vitest'
import { checkScan } from './check-scan.ts'
import { draw, plainPicture, unpack } from './pictures.fixture.ts'

const said = 'https://example.com/hello'

async function check(file: Buffer, payload: string) {
  const pixels = await unpack(file)
  const scale = pixels.width / 33
  return checkScan({ pixels, payload, ground: '#FFFFFF', codeWidth: pixels.width, modulePixels: scale, warnings: [] })
}

describe('reading a code back', () => {
  it('passes what it says', async () => {
    expect(await check((await draw({})).bytes, said)).toEqual({ ok: true, score: 100, warnings: [] })
  })

  it.each([`${said}/`, said.slice(0, -1), said.toUpperCase(), ''])('fails it for %j', async (payload) => {
    expect(await check((await draw({})).bytes, payload)).toMatchObject({ ok: false })
  })

  it('fails a picture without a code', async () => {
    expect(await check(await plainPicture(512, '#FFFFFF').png().toBuffer(), said)).toMatchObject({ ok: false })
  })
})
