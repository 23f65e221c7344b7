import { characterWidth, escapeText, plotStyle } from './plot.ts'

export interface Line {
  label: string
  points: { x: number; y: number }[]
}

export interface LineChart {
  title: string
  subtitle: string
  lines: readonly Line[]
}

const width = 760
const left = 60
const rightLeast = 300
const labelMargin = 24
const top = 80
const plotHeight = 360
const bottom = 50
const lineGap = 18
const colors = 12

const style = `
  .grid { stroke: #94a3b8; stroke-opacity: .3 }
  .line { fill: none; stroke-width: 2 }
  ${Array.from({ length: colors }, (_, index) => `.c${index} { stroke: hsl(${(index * 360) / colors} 65% 45%); color: hsl(${(index * 360) / colors} 65% 45%) }`).join(' ')}
`

/** A line chart with logarithmic axes: proportional growth is a straight rising line, a constant is flat. */
export function drawLines({ title, subtitle, lines }: LineChart): string {
  const points = lines.flatMap((line) => line.points)
  const ends = endsOf(lines)
  const longest = Math.max(...ends.map(({ text }) => text.length))
  const end = width - Math.max(rightLeast, longest * characterWidth + labelMargin)
  const x = axis(
    points.map((point) => point.x),
    left,
    end,
  )
  const y = axis(
    points.map((point) => point.y),
    top + plotHeight,
    top,
  )
  const height = top + plotHeight + bottom
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" role="img" aria-label="${escapeText(title)}">`,
    `<style>${plotStyle}${style}</style>`,
    `<rect class="paper" x="0.5" y="0.5" width="${width - 1}" height="${height - 1}" rx="10"/>`,
    `<text class="title" x="24" y="32">${escapeText(title)}</text>`,
    `<text class="soft" x="24" y="52">${escapeText(subtitle)}</text>`,
    ...y.ticks.map((tick) => horizontal(tick, y.place(tick), end)),
    ...[...new Set(points.map((point) => point.x))].map((rows) => below(rows, x.place(rows))),
    ...lines.map((line, index) => drawLine(line, index, x.place, y.place)),
    ...labelsOf(ends, y.place, end),
    '</svg>',
    '',
  ].join('\n')
}

interface Axis {
  place: (value: number) => number
  ticks: number[]
}

/** Ticks around all values: 1, 2 and 5 times the powers of ten. */
function axis(values: readonly number[], from: number, to: number): Axis {
  const least = Math.min(...values)
  const most = Math.max(...values)
  const steps = Array.from({ length: 24 }, (_, index) => 10 ** Math.floor(index / 3 - 2) * ([1, 2, 5][index % 3] ?? 1))
  const low = steps.findLast((step) => step <= least) ?? least
  const high = steps.find((step) => step >= most) ?? most
  const [start, end] = [Math.log(Math.min(low, least)), Math.log(Math.max(high, most))]
  const span = end - start || 1
  return {
    place: (value) => round(from + ((Math.log(value) - start) / span) * (to - from)),
    ticks: steps.filter((step) => step >= low && step <= high),
  }
}

const horizontal = (tick: number, y: number, end: number) =>
  `<path class="grid" d="M${left} ${y}H${end}"/><text class="soft" x="${left - 8}" y="${y + 4}" text-anchor="end">${tick}</text>`

const below = (rows: number, x: number) =>
  `<text class="soft" x="${x}" y="${top + plotHeight + 22}" text-anchor="middle">${escapeText(short(rows))}</text>`

const short = (rows: number) => (rows >= 1e6 ? `${rows / 1e6} million` : String(rows))

function drawLine({ points }: Line, index: number, x: Axis['place'], y: Axis['place']): string {
  const path = points.map((point, at) => `${at === 0 ? 'M' : 'L'}${x(point.x)} ${y(point.y)}`).join('')
  const dots = points.map(
    (point) => `<circle class="c${index % colors}" cx="${x(point.x)}" cy="${y(point.y)}" r="3" fill="currentColor"/>`,
  )
  return `<path class="line c${index % colors}" d="${path}"/>${dots.join('')}`
}

interface End {
  /** Index of its line. */
  index: number
  text: string
  value: number
}

const endsOf = (lines: readonly Line[]): End[] =>
  lines.flatMap(({ label, points }, index) => {
    const last = points.at(-1)
    return last === undefined ? [] : [{ index, text: `${label}: ${Math.round(last.y)}`, value: last.y }]
  })

/** Labels at the ends of the lines, moved apart if the ends are close together. */
function labelsOf(ends: readonly End[], y: Axis['place'], x: number): string[] {
  let free = top - lineGap
  return ends
    .toSorted((a, b) => y(a.value) - y(b.value))
    .map(({ index, text, value }) => {
      free = Math.max(free + lineGap, y(value))
      return `<circle class="c${index % colors}" cx="${x + 14}" cy="${free}" r="4" fill="currentColor"/><text class="soft" x="${x + labelMargin}" y="${free + 4}">${escapeText(text)}</text>`
    })
}

const round = (value: number) => Math.round(value * 10) / 10
