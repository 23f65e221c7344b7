import { describe, expect, it } from 'vitest'
import { labelFont } from '#core/qr/label-font.ts'
import { visualSettings } from '#schemas/qr-settings.ts'
import { asImage } from './as-image.ts'
import { plainLook } from './plain-look.ts'
import { presets } from './presets.ts'
import { preview } from './preview.ts'

const payload = 'https://example.com/hello'
const bare = { font: null, logo: null }

it('starts with the default design of the API', () => {
  expect(plainLook).toEqual(visualSettings.parse({}))
})

describe('a preset', () => {
  it.each(presets)('$name: is a valid design without warnings', ({ look }) => {
    const whole = { ...plainLook, ...look }
    expect(visualSettings.parse(whole)).toEqual(whole)
    expect(preview(payload, whole, bare).errors).toEqual([])
  })

  it('sets the same fields as every other, so that nothing of the previous one remains', () => {
    expect(new Set(presets.map(({ look }) => Object.keys(look).sort().join()))).toHaveProperty('size', 1)
  })
})

describe('a preview', () => {
  it('reports what the server would reject', () => {
    const faint = preview(payload, { ...plainLook, foreground_color: '#EEEEEE' }, bare)
    expect(faint.errors.map(({ field }) => field)).toEqual(['visual_settings.foreground_color'])
    const long = preview('x'.repeat(3_000), plainLook, bare)
    expect([long.svg, long.errors.map(({ field }) => field)]).toEqual([null, ['content_data']])
  })

  it('leaves out the text of a frame until its font is loaded, then checks it', () => {
    const look = visualSettings.parse({ frame: { style: 'border', text: 'SCAN 日' } })
    const [without, withFont] = [null, labelFont].map((font) => preview(payload, look, { font, logo: null }))
    expect(without?.errors).toEqual([])
    expect(withFont?.errors.map(({ field }) => field)).toEqual(['visual_settings.frame.text'])
    expect(withFont?.svg?.length).toBeGreaterThan(without?.svg?.length ?? 0)
  })

  it('is an image in a self-contained URL', () => {
    expect(asImage('<svg id="#"/>')).toBe('data:image/svg+xml,%3Csvg%20id%3D%22%23%22%2F%3E')
  })
})
