import { describe, expect, it } from 'vitest'
import { visualSettings } from '#schemas/qr-settings.ts'
import { contrastRatio } from './color.ts'
import { judgeContrast } from './contrast.ts'
import { judgeSettings } from './judge-settings.ts'
import { labelFont } from './label-font.ts'

const judge = (look: object) => judgeContrast(visualSettings.parse(look))
const fieldsOf = (look: object) => judge(look).errors.map(({ field }) => field)
const stops = (...colors: string[]) => colors.map((color, index) => ({ offset: index / (colors.length - 1), color }))

describe('contrast', () => {
  it('is the WCAG contrast ratio', () => {
    expect(contrastRatio('#000000', '#FFFFFF')).toBe(21)
    expect(contrastRatio('#777777', '#FFFFFF')).toBeCloseTo(4.48, 2)
    expect(contrastRatio('#FF0000', '#0000FF')).toBeCloseTo(2.15, 2)
  })

  it('is rejected below 3:1 and causes a warning below 4.5:1', () => {
    expect(fieldsOf({ foreground_color: '#959595' })).toEqual(['foreground_color'])
    expect(fieldsOf({ foreground_color: '#949494' })).toEqual([])
    expect(judge({ foreground_color: '#959595' }).errors[0]?.message).toContain(
      'at least 3:1 with the background, not 2.9:1',
    )
    const faint = judgeSettings(visualSettings.parse({ foreground_color: '#777777' }), labelFont)
    expect(faint.warnings[0]).toContain('The contrast is 4.4:1. Use at least 4.5:1')
    expect(judgeSettings(visualSettings.parse({ foreground_color: '#949494' }), labelFont).warnings).toHaveLength(1)
    expect(judgeSettings(visualSettings.parse({ foreground_color: '#767676' }), labelFont).warnings).toEqual([])
  })

  it('is checked for every visible part and no other', () => {
    const faint = '#DDDDDD'
    expect(fieldsOf({ eye_frame_color: faint })).toEqual(['eye_frame_color'])
    expect(fieldsOf({ eye_ball_color: faint })).toEqual(['eye_ball_color'])
    const everywhere = { gradient: { type: 'linear', stops: stops('#000000', '#333333') } }
    expect(fieldsOf({ ...everywhere, foreground_color: faint })).toEqual([])
    expect(fieldsOf({ gradient: { ...everywhere.gradient, apply_to: 'dots' }, foreground_color: faint })).toEqual([
      'foreground_color',
    ])
    const onEyes = { type: 'linear', stops: stops('#000000', faint), apply_to: 'eyes' }
    expect(fieldsOf({ gradient: onEyes })).toEqual(['gradient'])
    expect(fieldsOf({ gradient: onEyes, eye_frame_color: '#000000', eye_ball_color: '#111111' })).toEqual([])
  })

  it('is checked between gradient stops: light colors can be dark where they meet', () => {
    const gradient = { type: 'linear', stops: stops('#FF9D9D', '#00C9FF') }
    const ends = ['#FF9D9D', '#00C9FF'].map((color) => contrastRatio(color, '#3C4450'))
    expect(Math.min(...ends)).toBeGreaterThan(4.5)
    expect(judge({ gradient, background_color: '#3C4450' }).ratio).toBeLessThan(Math.min(...ends))
  })

  it('requires all parts to be on the same side of the background', () => {
    expect(fieldsOf({ foreground_color: '#000000', background_color: '#808080', eye_ball_color: '#FFFFFF' })).toEqual([
      'eye_ball_color',
    ])
  })

  it('light on dark is accepted with a warning', () => {
    const look = visualSettings.parse({ foreground_color: '#FFFFFF', background_color: '#101010' })
    expect(judgeSettings(look, labelFont)).toEqual({
      errors: [],
      inverted: true,
      warnings: ['Some older scanners cannot read light codes on a dark background.'],
    })
  })
})

describe('a label', () => {
  it('with characters that cannot be drawn is rejected, and the message lists them', () => {
    const look = visualSettings.parse({ frame: { style: 'border', text: 'Scan 日本 🎉' } })
    expect(judgeSettings(look, labelFont).errors).toEqual([
      { field: 'visual_settings.frame.text', message: 'Cannot contain the characters 日 本 🎉.' },
    ])
  })

  it('renders the same for composed and decomposed accents', () => {
    const look = visualSettings.parse({ frame: { style: 'border', text: 'Cafe\u0301' } })
    expect(judgeSettings(look, labelFont).errors).toEqual([])
  })
})
