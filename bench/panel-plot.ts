import { escapeText, plotStyle } from './plot.ts'

/** A value over time. */
export interface Panel {
  title: string
  unit: string
  points: { seconds: number; value: number }[]
}

interface Mark {
  label: string
  seconds: number
}

export interface PanelChart {
  title: string
  subtitle: string
  panels: readonly Panel[]
  /** Events, drawn as lines through all panels. */
  marks: readonly Mark[]
}

const width = 760
const left = 70
const right = 24
const top = 112
const panelHeight = 110
const panelGap = 46
const bottom = 44
const ticks = 6

const style = `
  .grid { stroke: #94a3b8; stroke-opacity: .3 }
  .line { fill: none; stroke: #4f8ef7; stroke-width: 1.5 }
  .event { stroke-width: 1; stroke-dasharray: 3 2 }
`

/** Line charts with one time axis, one below the other. */
export function drawPanels({ title, subtitle, panels, marks }: PanelChart): string {
  const end = Math.max(1, ...panels.flatMap(({ points }) => points.map(({ seconds }) => seconds)))
  const x = (seconds: number) => round(left + (seconds / end) * (width - left - right))
  const plotBottom = top + panels.length * (panelHeight + panelGap) - panelGap
  const height = plotBottom + bottom
  const kinds = [...new Set(marks.map(({ label }) => label))].sort()
  const color = (label: string) => `hsl(${Math.round((kinds.indexOf(label) * 360) / kinds.length)} 65% 45%)`
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" role="img" aria-label="${escapeText(title)}">`,
    `<style>${plotStyle}${style}</style>`,
    `<rect class="paper" x="0.5" y="0.5" width="${width - 1}" height="${height - 1}" rx="10"/>`,
    `<text class="title" x="24" y="32">${escapeText(title)}</text>`,
    `<text class="soft" x="24" y="52">${escapeText(subtitle)}</text>`,
    ...kinds.map((label, index) => drawKey(label, 24 + index * 160, color(label))),
    ...marks.map(
      ({ label, seconds }) =>
        `<path class="event" style="stroke: ${color(label)}" d="M${x(seconds)} ${top}V${plotBottom}"><title>${escapeText(label)}</title></path>`,
    ),
    ...panels.map((panel, index) => drawPanel(panel, top + index * (panelHeight + panelGap), x)),
    ...Array.from({ length: ticks + 1 }, (_, index) => drawTime((end * index) / ticks, x, plotBottom)),
    '</svg>',
    '',
  ].join('\n')
}

const drawKey = (label: string, x: number, color: string) =>
  `<path class="event" style="stroke: ${color}; stroke-width: 2" d="M${x} 70h18"/><text class="soft" x="${x + 24}" y="74">${escapeText(label)}</text>`

function drawPanel({ title, unit, points }: Panel, y: number, x: (seconds: number) => number): string {
  const most = roundUp(Math.max(1, ...points.map(({ value }) => value)))
  const place = (value: number) => round(y + panelHeight - (value / most) * panelHeight)
  const line = points.map(({ seconds, value }, at) => `${at === 0 ? 'M' : 'L'}${x(seconds)} ${place(value)}`).join('')
  const grid = [0, most / 2, most].map(
    (value) =>
      `<path class="grid" d="M${left} ${place(value)}H${width - right}"/><text class="soft" x="${left - 8}" y="${place(value) + 4}" text-anchor="end">${short(value)}</text>`,
  )
  return [
    `<text class="soft" x="${left}" y="${y - 10}">${escapeText(`${title}, ${unit}`)}</text>`,
    ...grid,
    `<path class="line" d="${line}"/>`,
  ].join('')
}

const drawTime = (seconds: number, x: (seconds: number) => number, y: number) =>
  `<text class="soft" x="${x(seconds)}" y="${y + 22}" text-anchor="middle">${seconds < 600 ? `${Math.round(seconds)} s` : `${Math.round(seconds / 60)} min`}</text>`

/** 1, 2 or 5 times a power of ten. */
function roundUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value))
  return ([1, 2, 5].find((step) => step * power >= value) ?? 10) * power
}

const short = (value: number) => (value >= 10_000 ? `${value / 1_000}k` : String(value))

const round = (value: number) => Math.round(value * 10) / 10
