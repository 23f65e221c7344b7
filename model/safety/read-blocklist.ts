import type { Config } from '#runtime/config.ts'
import type { Sql } from '#runtime/postgres.ts'
import type { BlocklistState } from '#schemas/system.ts'
import { blocklistOf, isUrl } from './blocklist.ts'
import { readProblem } from './fetched-lists.ts'

/** The list as this process has read it. null if none is configured. */
export async function readBlocklist(sql: Sql, config: Pick<Config, 'BLOCKLIST'>): Promise<BlocklistState | null> {
  const { BLOCKLIST: source } = config
  const list = blocklistOf(config)
  if (source === undefined || list === undefined) return null
  const { size, version, problem } = list
  return {
    hosts: size,
    changed_at: version === null ? null : new Date(version.changedAt / 1_000).toISOString(),
    problem: problem ?? (isUrl(source) ? await readProblem(sql, source) : null),
  }
}
