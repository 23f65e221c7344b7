import { type Row, type StoredResult, withUnit } from './result.ts'

/** The results for docs/performance.md: one table for all benches, with plots, commands, revisions and machines. */
export function writeTable(results: readonly StoredResult[]): string {
  return [
    '| Measured | Median | Range | Good | Great | Grade |',
    '|---|---|---|---|---|---|',
    ...results.flatMap(({ rows }) => rows.map(writeRow)),
    '',
    ...results.map(({ bench, plot }) => `![${plot.title}](../bench/results/${bench}.svg)`),
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
