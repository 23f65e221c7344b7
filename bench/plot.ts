export interface Bar {
  label: string
  value: number
  low: number
  high: number
  /** Shown after the bar. */
  text: string
  /** Marks of the goals on the line of the bar, in ascending order. */
  marks?: { value: number; label: string }[]
  tone: 'ours' | 'great' | 'short' | 'other'
}

export interface Chart {
  title: string
  subtitle: string
  bars: Bar[]
}

const width = 760
const leftLeast = 236
/** Width in the widest usual font, so that no label is cut off. */
export const characterWidth = 7
const labelMargin = 24
const right = 124
const top = 74
const lineHeight = 44
const barHeight = 18
const bottom = 22

export const plotStyle = `
  text { font: 13px system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; fill: #1f2937 }
  .title { font-size: 16px; font-weight: 600 }
  .soft { fill: #64748b; font-size: 12px }
  .mark-label { fill: #64748b; font-size: 10px }
  .value { font-weight: 600; font-variant-numeric: tabular-nums }
  .paper { fill: #ffffff; stroke: #e2e8f0 }
  .track { fill: #f1f5f9 }
  .mark { stroke: #64748b; stroke-width: 1.5; stroke-dasharray: 2 2 }
  .range { stroke: #0f172a; stroke-opacity: .55; stroke-width: 1.5 }
  .ours { fill: #4f8ef7 } .great { fill: #17a673 } .short { fill: #e8873a } .other { fill: #94a3b8 }
  @media (prefers-color-scheme: dark) {
    text { fill: #e2e8f0 }
    .soft, .mark-label { fill: #94a3b8 }
    .paper { fill: #0f172a; stroke: #1e293b }
    .track { fill: #1e293b }
    .mark { stroke: #cbd5e1 }
    .range { stroke: #f8fafc }
    .other { fill: #64748b }
  }
`

/** A bar chart as a standalone SVG for light and dark pages. */
export function drawBars({ title, subtitle, bars }: Chart): string {
  const height = top + bars.length * lineHeight + bottom
  const most = Math.max(...bars.flatMap((bar) => [bar.value, bar.high, ...(bar.marks ?? []).map(({ value }) => value)]))
  const longest = Math.max(...bars.map(({ label }) => label.length))
  const left = Math.max(leftLeast, longest * characterWidth + labelMargin)
  const place = { left, scale: (value: number) => round(most > 0 ? (value / most) * (width - left - right) : 0) }
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" role="img" aria-label="${escapeText(title)}">`,
    `<style>${plotStyle}</style>`,
    `<rect class="paper" x="0.5" y="0.5" width="${width - 1}" height="${height - 1}" rx="10"/>`,
    `<text class="title" x="24" y="32">${escapeText(title)}</text>`,
    `<text class="soft" x="24" y="52">${escapeText(subtitle)}</text>`,
    ...bars.map((bar, index) => drawBar(bar, top + index * lineHeight, place)),
    '</svg>',
    '',
  ].join('\n')
}

interface Place {
  /** Where bars begin. */
  left: number
  scale: (value: number) => number
}

function drawBar(bar: Bar, y: number, place: Place): string {
  const { left, scale } = place
  const middle = y + 12 + barHeight / 2
  const end = left + Math.max(scale(bar.value), scale(bar.high))
  return [
    '<g>',
    `<title>${escapeText(`${bar.label}: ${bar.text}`)}</title>`,
    `<text x="${left - 12}" y="${middle + 4}" text-anchor="end">${escapeText(bar.label)}</text>`,
    `<rect class="track" x="${left}" y="${y + 12}" width="${width - left - right}" height="${barHeight}" rx="4"/>`,
    `<rect class="${bar.tone}" x="${left}" y="${y + 12}" width="${Math.max(scale(bar.value), 1)}" height="${barHeight}" rx="4"/>`,
    ...(bar.marks ?? []).map((mark, index) => drawMark(mark.label, y, left + scale(mark.value), index === 0)),
    drawRange(bar, middle, place),
    `<text class="value" x="${Math.max(end, width - right) + 12}" y="${middle + 4}">${escapeText(bar.text)}</text>`,
    '</g>',
  ].join('')
}

/** The labels are on the outer sides, since two goals may be close together. */
function drawMark(label: string, y: number, x: number, isFirst: boolean): string {
  const line = `<line class="mark" x1="${x}" x2="${x}" y1="${y + 9}" y2="${y + 15 + barHeight}"/>`
  const anchor = isFirst ? 'end' : 'start'
  return `${line}<text class="mark-label" x="${x + (isFirst ? 3 : -3)}" y="${y + 7}" text-anchor="${anchor}">${escapeText(label)}</text>`
}

/** The range from the lowest to the highest round. */
function drawRange({ low, high }: Bar, middle: number, { left, scale }: Place): string {
  const [from, to] = [left + scale(low), left + scale(high)]
  return `<path class="range" fill="none" d="M${from} ${middle - 4}v8M${from} ${middle}H${to}M${to} ${middle - 4}v8"/>`
}

const round = (value: number) => Math.round(value * 10) / 10

export function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}
