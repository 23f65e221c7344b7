import { expect, it } from 'vitest'
import { drawPanels } from './panel-plot.ts'

const panel = {
  title: 'Visits',
  unit: 'per second',
  points: [
    { seconds: 0, value: 0 },
    { seconds: 60, value: 80 },
    { seconds: 120, value: 40 },
  ],
}
const draw = (marks: { label: string; seconds: number }[]) =>
  drawPanels({ title: 'Title', subtitle: 'Below <it>', panels: [panel, panel], marks })

it('draws values from the bottom of their panel, and events at their time through all panels', () => {
  const svg = draw([{ label: 'kill redis', seconds: 60 }])
  const [, first] = /class="line" d="([^"]+)"/.exec(svg) ?? []
  // The axis ends at 100: 80 of 110 pixels is 88 above the bottom.
  expect(first).toBe('M70 222L403 134L736 178')
  expect(svg).toContain('d="M403 112V378"><title>kill redis</title>')
})

it('escapes texts, and closes every element it opens', () => {
  const svg = draw([{ label: 'a & b', seconds: 1 }])
  expect(svg).toContain('Below &lt;it&gt;')
  expect(svg).toContain('a &amp; b')
  const open = svg.match(/<[a-z][^>]*(?<!\/)>/g)?.length
  expect(svg.match(/<\/[a-z]+>/g)?.length).toBe(open)
})

it('accepts a run without values', () => {
  expect(drawPanels({ title: 'T', subtitle: 'S', panels: [{ ...panel, points: [] }], marks: [] })).not.toContain('NaN')
})
