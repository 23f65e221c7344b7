import { describe, expect, it } from 'vitest'
import { type Bar, drawBars } from './plot.ts'

const bar: Bar = { label: 'ours', value: 1.5, low: 1, high: 2, text: '1.50', tone: 'ours' }
const chart = (bars: Bar[]) => drawBars({ title: 'Title', subtitle: 'Below it', bars })

/** Widths of the bars, without the gray lines behind them. */
const widths = (svg: string, tone: string) =>
  [...svg.matchAll(new RegExp(`class="${tone}"[^>]* width="([\\d.]+)"`, 'g'))].map((match) => Number(match[1]))

describe('the bar chart', () => {
  it('draws bars in proportion, the longest range to the end of the line', () => {
    const svg = chart([bar, { ...bar, value: 1, low: 1, high: 1, tone: 'other' }])
    const [track] = widths(svg, 'track')
    expect(widths(svg, 'ours')[0]).toBeCloseTo((track ?? 0) * 0.75, 0)
    expect(widths(svg, 'other')[0]).toBeCloseTo((track ?? 0) * 0.5, 0)
  })

  it('keeps a mark beyond every bar inside the image', () => {
    const svg = chart([{ ...bar, marks: [{ value: 4, label: 'good' }] }])
    const xs = [...svg.matchAll(/ x1="([\d.]+)"/g)].map((match) => Number(match[1]))
    expect(xs).toEqual([Number(/<rect class="track" x="(\d+)"/.exec(svg)?.[1]) + (widths(svg, 'track')[0] ?? 0)])
  })

  it('gives the longest label the room that it needs', () => {
    const svg = chart([bar, { ...bar, label: 'w'.repeat(50) }])
    const ends = [...svg.matchAll(/<text x="([\d.]+)"[^>]* text-anchor="end">w{50}</g)].map((match) => Number(match[1]))
    expect(ends).toHaveLength(1)
    expect(ends[0]).toBeGreaterThanOrEqual(50 * 7)
  })

  it('has separate colors for light and dark pages', () => {
    expect(chart([bar])).toContain('@media (prefers-color-scheme: dark)')
  })

  it('escapes all texts', () => {
    const svg = chart([{ ...bar, label: '<b> & "c"' }])
    expect(svg).toContain('&lt;b&gt; &amp; &quot;c&quot;')
    expect(svg).not.toContain('<b>')
  })

  it('closes every element it opens', () => {
    const svg = chart([bar, bar])
    const open = svg.match(/<[a-z][^>]*(?<!\/)>/g)?.length
    expect(svg.match(/<\/[a-z]+>/g)?.length).toBe(open)
  })

  it('accepts a measurement of zero', () => {
    expect(chart([{ ...bar, value: 0, low: 0, high: 0 }])).not.toContain('NaN')
  })
})
