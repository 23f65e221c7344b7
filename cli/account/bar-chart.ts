export interface Bar {
  label: string
  value: number
}

const eighths = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉']

/** One horizontal bar for each value; the longest one has the given width. */
export function drawBars(bars: readonly Bar[], width: number): string {
  const most = Math.max(1, ...bars.map(({ value }) => value))
  const labels = Math.max(0, ...bars.map(({ label }) => label.length))
  const lines = bars.map(({ label, value }) => {
    const steps = Math.round((value / most) * width * 8)
    // A value that is not zero is visible.
    const length = value > 0 ? Math.max(1, steps) : 0
    const bar = '█'.repeat(Math.floor(length / 8)) + (eighths[length % 8] ?? '')
    return `${label.padEnd(labels)}  ${bar}${bar === '' ? '' : ' '}${value.toLocaleString('en')}\n`
  })
  return lines.join('')
}
