import { expect, it } from 'vitest'
import { drawLines } from './line-plot.ts'

const chart = {
  title: 'Growth <of> times',
  subtitle: 'ms',
  lines: [
    {
      label: 'flat',
      points: [
        { x: 1e6, y: 10 },
        { x: 1e7, y: 10 },
      ],
    },
    {
      label: 'linear',
      points: [
        { x: 1e6, y: 10 },
        { x: 1e7, y: 100 },
      ],
    },
  ],
}

it('draws constant values as a flat line, and growing values as a rising line', () => {
  const [flat, linear] = [...drawLines(chart).matchAll(/<path class="line c\d" d="M\S+ (\S+?)L\S+ (\S+?)"/g)]
  expect(flat?.[1]).toBe(flat?.[2])
  expect(Number(linear?.[2])).toBeLessThan(Number(linear?.[1]))
})

it('separates the labels of lines that meet, and escapes them', () => {
  const svg = drawLines({
    ...chart,
    lines: [chart.lines[0], { ...chart.lines[0], label: 'same' }] as typeof chart.lines,
  })
  const places = [...svg.matchAll(/<text class="soft" x="484" y="([\d.]+)"/g)].map(([, y]) => Number(y))
  expect(Math.abs((places[0] ?? 0) - (places[1] ?? 0))).toBeGreaterThanOrEqual(18)
  expect(svg).toContain('Growth &lt;of&gt; times')
})

it('gives the longest label the room that it needs', () => {
  const svg = drawLines({ ...chart, lines: chart.lines.map((line) => ({ ...line, label: 'w'.repeat(60) })) })
  const places = [...svg.matchAll(/x="([\d.]+)" y="[\d.]+">w{60}: \d+</g)].map(([, x]) => Number(x))
  expect(places).toHaveLength(2)
  expect(Math.max(...places) + 60 * 7).toBeLessThan(760)
})

it('draws a single size', () => {
  const lines = chart.lines.map(({ label, points }) => ({ label, points: points.slice(0, 1) }))
  expect(drawLines({ ...chart, lines })).not.toMatch(/NaN|Infinity/)
})
