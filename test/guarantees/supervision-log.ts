import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { inside } from '../../embedded/folders.ts'
import { logTail } from '../../embedded/logs.ts'

/** A line about the end of a process of the product: its name, and how it ended. */
const endLine = /^((?:api|redirector|workers)(?:-\d+)?) (exited with code \d+|was terminated by \w+); restarting/
/** What a test causes: it terminates the process or kills it. */
const intended = new Set(['exited with code 0', 'was terminated by SIGKILL'])

/** What the supervisor of the processes says: which of them ended, and how. */
export class SupervisionLog {
  readonly #logs: string
  readonly #ends: { name: string; how: string; tail: string }[] = []

  constructor(dataDir: string) {
    this.#logs = inside(dataDir).logs
  }

  readonly write = (line: string): void => {
    appendFileSync(join(this.#logs, 'supervision.log'), `${new Date().toISOString()} ${line}\n`)
    const [, name, how] = endLine.exec(line) ?? []
    if (name === undefined || how === undefined) return
    this.#ends.push({ name, how, tail: logTail(join(this.#logs, `${name}.log`)) })
  }

  /** How a process ended the last time, for example `exited with code 0`. */
  lastEnd(name: string): string | undefined {
    return this.#ends.findLast((end) => end.name === name)?.how
  }

  /**
   * The processes of the product that ended with an error, each with the last lines of its log. Such an error must fail a test
   * even if no click is lost. Otherwise it stays unnoticed, because the supervisor restarts the process.
   */
  crashes(): string[] {
    return this.#ends.filter(({ how }) => !intended.has(how)).map(({ name, how, tail }) => `${name} ${how}:\n${tail}`)
  }
}
