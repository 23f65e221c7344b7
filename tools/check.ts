import { availableParallelism } from 'node:os'
import { buildSdk } from './build-sdk.ts'
import { root } from './root.ts'
import { runCommand } from './run-command.ts'

/** A longer step is considered stuck. */
const longestStepMs = 5 * 60_000
const bin = (path: string) => [process.execPath, `${root}/node_modules/${path}`]
const tool = (path: string) => [process.execPath, '--import', 'tsx', `${root}/tools/${path}`]

const steps: Record<string, string[]> = {
  'sdk-types': [...bin('typescript/bin/tsc'), '-p', 'sdk/typescript', '--noEmit'],
  // Reports type errors too, of the other three projects: a compiler for each would determine the same types again.
  // The format is fixed because the default differs between CI and a terminal.
  lint: [
    ...bin('oxlint/bin/oxlint'),
    ...['--type-aware', '--type-check', '--deny-warnings', '--report-unused-disable-directives', '--format=unix'],
  ],
  'dead-code': [...bin('knip/bin/knip.js'), '--no-progress', '--treat-config-hints-as-errors'],
  imports: tool('check-imports.ts'),
  format: [...bin('@biomejs/biome/bin/biome'), 'check', '--enforce-assist=true', '.'],
  licenses: tool('check-licenses.ts'),
  words: tool('check-words.ts'),
}

process.exitCode = await main(process.argv.slice(2))

/** Arguments name steps; without any, all of them run. Only failed steps show their output. */
async function main(wanted: string[]): Promise<number> {
  const unknown = wanted.filter((name) => !(name in steps))
  if (unknown.length > 0) {
    console.error(`Unknown step: ${unknown.join(', ')}. Steps: ${Object.keys(steps).join(', ')}`)
    return 1
  }
  const queue = Object.entries(steps).filter(([name]) => wanted.length === 0 || wanted.includes(name))
  // Tests import the built client, with its types.
  await buildSdk(() => undefined)
  const failed: string[] = []
  const work = async () => {
    for (let step = queue.shift(); step !== undefined; step = queue.shift()) {
      if (!(await passes(...step))) failed.push(step[0])
    }
  }
  await Promise.all(Array.from({ length: Math.max(2, availableParallelism()) }, work))
  console.log(failed.length === 0 ? 'check passed' : `check failed: ${failed.join(', ')}`)
  return failed.length === 0 ? 0 : 1
}

async function passes(name: string, command: string[]): Promise<boolean> {
  const { code, output, seconds } = await runCommand(command, { limitMs: longestStepMs })
  const verdict = code === 0 ? 'ok' : `FAILED\n${output.trimEnd()}\n`
  console.log(`${name.padEnd(13)} ${seconds.toFixed(1).padStart(5)} s  ${verdict}`)
  return code === 0
}
