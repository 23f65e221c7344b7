import { plain } from '../environment.ts'
import { run } from '../run.ts'

/** How to start a Redis: some builds need a library path. */
export type RedisServer = { command: string; env: NodeJS.ProcessEnv }

const versionMs = 10_000
/** The first with `set-proc-title no`, which keeps our data folder in its command line. */
const oldest = { major: 6, minor: 2 }

/** Undefined when this program is a Redis or Valkey that we can use; else why not. */
export async function whyNotUsable({ command, env }: RedisServer): Promise<string | undefined> {
  const { ok, output } = await run(command, ['--version'], { env: { ...plain(), ...env }, timeoutMs: versionMs })
  if (!ok) return `does not run: ${output.split('\n').at(-1)}`
  const version = parseVersion(output)
  if (version === undefined) return `is no Redis: it says ${JSON.stringify(output.slice(0, 80))}`
  const { major, minor } = version
  const recent = major > oldest.major || (major === oldest.major && minor >= oldest.minor)
  return recent ? undefined : `is ${major}.${minor}, and ${oldest.major}.${oldest.minor} or newer is needed`
}

/** `Redis server v=7.0.15 sha=...` and `Valkey server v=8.1.1 sha=...`. */
export function parseVersion(text: string): { major: number; minor: number } | undefined {
  const [, major, minor] = /server v=(\d+)\.(\d+)/.exec(text) ?? []
  return major === undefined || minor === undefined ? undefined : { major: Number(major), minor: Number(minor) }
}
