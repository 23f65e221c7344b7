const units = ['B', 'kB', 'MB', 'GB', 'TB', 'PB'] as const
const format = new Intl.NumberFormat('en', { maximumFractionDigits: 1 })

/** "12.3 MB", in powers of 1,000. */
export function fileSize(bytes: number): string {
  const power = bytes < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3))
  return `${format.format(bytes / 1_000 ** power)} ${units[power] ?? ''}`
}

const spans = [
  { name: 'd', ms: 86_400_000 },
  { name: 'h', ms: 3_600_000 },
  { name: 'min', ms: 60_000 },
  { name: 's', ms: 1_000 },
] as const

/** The two largest units: "3 d 4 h", "12 s"; below a second "250 ms". */
export function timeSpan(ms: number): string {
  if (ms < 1_000) return `${Math.round(ms)} ms`
  const first = spans.findIndex((span) => ms >= span.ms)
  let left = ms
  return spans
    .slice(first, first + 2)
    .map(({ name, ms: size }) => {
      const many = Math.floor(left / size)
      left -= many * size
      return many === 0 ? '' : `${many} ${name}`
    })
    .filter((part) => part !== '')
    .join(' ')
}
