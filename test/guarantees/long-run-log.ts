import { appendFileSync, mkdirSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Verdict } from './check-set.ts'
import type { Round } from './random-killer.ts'

/** One line per start, round and check: an interrupted run continues after its last check. */
export type Line =
  | { kind: 'start'; seed: number; fault_seconds: number; revision: string; machine: string; at: string }
  | ({ kind: 'round' } & Round)
  | Check

type Check = { kind: 'check'; rounds: number; sent: number; at: string } & Verdict

export function readLines(path: string): Line[] {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Line)
}

export function writeLine(path: string, line: Line): void {
  mkdirSync(dirname(path), { recursive: true })
  appendFileSync(path, `${JSON.stringify(line)}\n`)
}

/** The text in docs/reliability.md: totals, then each kind of fault. */
export function summarize(lines: readonly Line[]): string {
  const starts = lines.filter((line) => line.kind === 'start')
  const checks = lines.filter((line) => line.kind === 'check')
  const checked = checks.at(-1)?.rounds ?? 0
  const rounds = lines.filter((line) => line.kind === 'round').filter(({ round }) => round < checked)
  const finals = lastChecks(lines)
  const sum = (count: (check: Check) => number) => finals.reduce((total, check) => total + count(check), 0)
  const totals = [
    ['Rounds', checked],
    ['Visits sent', sum(({ sent }) => sent)],
    ['Visits answered', sum(({ answered }) => answered)],
    ['Clicks stored', sum(({ stored }) => stored)],
    ['Answered and not stored', sum(({ missing }) => missing.length)],
    ['Stored twice', sum(({ duplicates }) => duplicates.length)],
    ['Links with a wrong count', sum(({ miscounted }) => miscounted.length)],
  ]
  const { seed, fault_seconds, revision, machine, at } = starts.at(-1) ?? {}
  return [
    `\`FAULT_SEED=${seed} FAULT_SECONDS=${fault_seconds}\`, revision ${revision}, ${machine}, ${at?.slice(0, 10)}.`,
    '',
    ...table(['Total', ''], totals),
    '',
    ...table(['Fault', 'Rounds', 'Longest recovery (s)'], byFault(rounds)),
  ].join('\n')
}

/** Checks count from the start of their process, so the last check of each process counts. */
function lastChecks(lines: readonly Line[]): Check[] {
  const last: Check[] = []
  let starts = 0
  for (const line of lines) {
    if (line.kind === 'start') starts++
    if (line.kind === 'check') last[starts] = line
  }
  return last.filter((check) => check !== undefined)
}

function byFault(rounds: readonly Round[]): (string | number)[][] {
  const faults = new Map<string, { times: number; longest: number }>()
  for (const { fault, seconds } of rounds) {
    const name = fault.includes(' and ') && fault.startsWith('kill') ? 'kill two at once' : fault.replace(/-\d+$/, '')
    const known = faults.get(name) ?? { times: 0, longest: 0 }
    faults.set(name, { times: known.times + 1, longest: Math.max(known.longest, seconds) })
  }
  return [...faults]
    .sort(([one], [other]) => one.localeCompare(other))
    .map(([name, { times, longest }]) => [name, times, longest.toFixed(1)])
}

function table(head: string[], rows: (string | number)[][]): string[] {
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`)
}
