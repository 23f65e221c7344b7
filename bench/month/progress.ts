import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { codeLength, type LinkTally } from './created-links.ts'
import type { FaultKind, MonthPlan } from './plan.ts'
import type { ReportTally } from './report-reader.ts'
import type { VisitTally } from './visitors.ts'

/** Values at one moment. */
export interface Sample {
  seconds: number
  answered: number
  stored: number
  slowestReportMs: number
}

export interface Struck {
  kind: FaultKind
  seconds: number
  /** Until every process worked again. */
  lastedSeconds: number
}

/** CPU microseconds by process. */
type Cpu = Record<string, number>

/** What has been played of a month. All parts of the bench count in it, so that a later run can continue. */
export interface Progress {
  /** Runs that have played a part of it. */
  runs: number
  seconds: number
  /** For the links of the first day; null while they are created. */
  firstCpu: Cpu | null
  cpu: Cpu
  visits: VisitTally
  links: LinkTally
  reports: ReportTally
  samples: Sample[]
  faults: Struck[]
}

export const newProgress = ({ links }: MonthPlan): Progress => ({
  runs: 0,
  seconds: 0,
  firstCpu: null,
  cpu: {},
  visits: {
    sent: 0,
    answered: 0,
    unanswered: 0,
    refused: {},
    stored: 0,
    counts: { answered: new Uint32Array(links), unanswered: new Uint32Array(links) },
  },
  links: { count: 0, retries: 0, codes: Buffer.alloc(links * codeLength) },
  reports: { slowest: { report: 'none', ms: 0 }, read: 0, failed: 0 },
  samples: [],
  faults: [],
})

/**
 * From when the CPU time of a run counts. A stack that continues stores the clicks of the run before as soon as it is up,
 * which counts. Before the first links are created there are none, and the start would count as a cost of links.
 */
export const meteredSince = ({ firstCpu }: Pick<Progress, 'firstCpu'>): 'now' | 'start' =>
  firstCpu === null ? 'now' : 'start'

/** A month that was interrupted. */
export interface Paused {
  scale: number
  seed: number
  /** Another revision may cost more or less: its figures would be those of neither. */
  revision: string
  /** API key of the account that has the links. */
  key: string
  progress: Progress
}

/** A separate folder, since the user may have chosen one with other files. */
const progressIn = (folder: string) => join(folder, 'progress')

const files = (folder: string) => ({
  state: join(progressIn(folder), 'month.json'),
  answered: join(progressIn(folder), 'answered.bin'),
  unanswered: join(progressIn(folder), 'unanswered.bin'),
  codes: join(progressIn(folder), 'codes.bin'),
})

/** Writes the state last: without it, the folder is not continued. */
export function savePaused(folder: string, paused: Paused): void {
  const { visits, links } = paused.progress
  const { counts, ...visitTotals } = visits
  const { codes, ...linkTotals } = links
  const paths = files(folder)
  mkdirSync(progressIn(folder), { recursive: true })
  writeFileSync(paths.answered, counts.answered)
  writeFileSync(paths.unanswered, counts.unanswered)
  writeFileSync(paths.codes, codes)
  const state = { ...paused, progress: { ...paused.progress, visits: visitTotals, links: linkTotals } }
  writeFileSync(`${paths.state}.new`, JSON.stringify(state))
  renameSync(`${paths.state}.new`, paths.state)
}

/** null if no month was interrupted there. */
export function readPaused(folder: string): Paused | null {
  const paths = files(folder)
  if (!existsSync(paths.state)) return null
  const paused = JSON.parse(readFileSync(paths.state, 'utf8')) as Paused
  const { visits, links } = paused.progress
  visits.counts = { answered: numbersIn(paths.answered), unanswered: numbersIn(paths.unanswered) }
  links.codes = readFileSync(paths.codes)
  return paused
}

function numbersIn(path: string): Uint32Array {
  const bytes = readFileSync(path)
  return new Uint32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength))
}

/** What was saved does not fit the data once the month continues. */
export const forgetPaused = (folder: string): void => rmSync(progressIn(folder), { recursive: true, force: true })
