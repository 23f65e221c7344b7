import { type Row, type StoredResult, withUnit } from './result.ts'

const begin = '<!-- bench -->'
const end = '<!-- /bench -->'

/** The results as markdown: one table over all benches, their plots, and what they ran on. */
export function writeTable(results: readonly StoredResult[]): string {
  return [
    '| Measured | Median | Least – most | Good | Great | Reaches |',
    '|---|---|---|---|---|---|',
    ...results.flatMap(({ rows }) => rows.map(writeRow)),
    '',
    ...results.map(({ bench, plot }) => `![${plot.title}](bench/results/${bench}.svg)`),
    '',
    ...results.map(
      ({ bench, command, revision, machine, date }) =>
        `- ${bench}: \`${command}\` at revision ${revision}, ${date}, on ${machine}.`,
    ),
  ].join('\n')
}

function writeRow({ label, unit, median, low, high, goal, note }: Row): string {
  const cells = [
    note === undefined ? label : `${label} (${note})`,
    `**${withUnit(median, unit)}**`,
    low === high ? '' : `${withUnit(low, '')} – ${withUnit(high, unit)}`,
    goal === undefined ? '' : withUnit(goal.good, unit),
    goal === undefined ? '' : withUnit(goal.great, unit),
    goal?.grade ?? '',
  ]
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
}

/** Puts the table between its two marks and leaves the rest of the page alone. */
export function replaceRegion(page: string, table: string): string {
  const [from, to] = [page.indexOf(begin), page.indexOf(end)]
  if (from < 0 || to < from) throw new Error(`the page has no region from ${begin} to ${end}`)
  return `${page.slice(0, from + begin.length)}\n${table}\n${page.slice(to)}`
}
