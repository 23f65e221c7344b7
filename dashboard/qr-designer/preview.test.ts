import { describe, expect, it } from 'vitest'
import { labelFont } from '#core/qr/label-font.ts'
import { visualSettings } from '#schemas/qr-settings.ts'
import { asImage } from './as-image.ts'
import { plainLook } from './plain-look.ts'
import { presets } from './presets.ts'
import { preview } from './preview.ts'

const payload = 'https://example.com/hello'
const bare = { font: null, logo: null }

it('begins with what the interface takes for a look that nobody speaks of', () => {
  expect(plainLook).toEqual(visualSettings.parse({}))
})

describe('a preset', () => {
  it.each(presets)('$name: is a look that the server takes, without a fault', ({ look }) => {
    const whole = { ...plainLook, ...look }
    expect(visualSettings.parse(whole)).toEqual(whole)
    expect(preview(payload, whole, bare).errors).toEqual([])
  })

  it('says the same members as every other, so that nothing of the last one stays', () => {
    expect(new Set(presets.map(({ look }) => Object.keys(look).sort().join()))).toHaveProperty('size', 1)
  })
})

describe('a preview', () => {
  it('says what the server would refuse', () => {
    const faint = preview(payload, { ...plainLook, foreground_color: '#EEEEEE' }, bare)
    expect(faint.errors.map(({ field }) => field)).toEqual(['visual_settings.foreground_color'])
    const long = preview('x'.repeat(3_000), plainLook, bare)
    expect([long.svg, long.errors.map(({ field }) => field)]).toEqual([null, ['content_data']])
  })

  it('leaves the words of a frame out until their font is there, and judges them then', () => {
    const look = visualSettings.parse({ frame: { style: 'border', text: 'SCAN 日' } })
    const [without, withFont] = [null, labelFont].map((font) => preview(payload, look, { font, logo: null }))
    expect(without?.errors).toEqual([])
    expect(withFont?.errors.map(({ field }) => field)).toEqual(['visual_settings.frame.text'])
    expect(withFont?.svg?.length).toBeGreaterThan(without?.svg?.length ?? 0)
  })

  it('is an image whose URL holds nothing but itself', () => {
    expect(asImage('<svg id="#"/>')).toBe('data:image/svg+xml,%3Csvg%20id%3D%22%23%22%2F%3E')
  })
})
