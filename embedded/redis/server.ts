import { plain } from '../environment.ts'
import { run } from '../run.ts'

/** How to start Redis. Some builds need a library path. */
export type RedisServer = { command: string; env: NodeJS.ProcessEnv }

const versionMs = 10_000
/** The first version with `set-proc-title no`, which keeps the data folder in its command line. */
const oldest = { major: 6, minor: 2 }

/** Returns undefined if the program is a usable Redis or Valkey; otherwise the reason. */
export async function whyNotUsable({ command, env }: RedisServer): Promise<string | undefined> {
  const { ok, output } = await run(command, ['--version'], { env: { ...plain(), ...env }, timeoutMs: versionMs })
  if (!ok) return `cannot run: ${output.split('\n').at(-1)}`
  const version = parseVersion(output)
  if (version === undefined) return `is not Redis; its output: ${JSON.stringify(output.slice(0, 80))}`
  const { major, minor } = version
  const recent = major > oldest.major || (major === oldest.major && minor >= oldest.minor)
  return recent ? undefined : `is version ${major}.${minor}, but ${oldest.major}.${oldest.minor} or later is required`
}

/** `Redis server v=7.0.15 sha=...` and `Valkey server v=8.1.1 sha=...`. */
export function parseVersion(text: string): { major: number; minor: number } | undefined {
  const [, major, minor] = /server v=(\d+)\.(\d+)/.exec(text) ?? []
  return major === undefined || minor === undefined ? undefined : { major: Number(major), minor: Number(minor) }
}
