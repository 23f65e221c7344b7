import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Config, readConfig } from '#runtime/config.ts'
import { builtProgram } from '#runtime/project.ts'
import { type FaultStack, shortLinkHost, startStack } from '../guarantees/stack.ts'
import { type Block, readBlocks } from './loop-blocks.ts'

const baseUrl = 'http://localhost:3000'
const parts = ['api', 'redirector', 'workers'] as const
export type Part = (typeof parts)[number]

/** The complete product, whose processes write down when their event loops stand still. */
export interface FuzzStack extends FaultStack {
  config: Config
  /** Process ids of the product's own processes. They change when a process is restarted. */
  pids: () => Record<Part, number | undefined>
  blocks(part: Part, since: number): Block[]
}

export async function startFuzzStack(env: Record<string, string> = {}): Promise<FuzzStack> {
  let folder = ''
  const probe = pathToFileURL(builtProgram('test/fuzz/loop-probe.ts')).href
  const settings: Record<string, string> = {
    NODE_OPTIONS: `--import ${probe}`,
    // No lookup leaves the machine.
    DNS_SERVERS: '127.0.0.1:1',
    WEBHOOK_ALLOW_PRIVATE: '1',
    LOG_LEVEL: 'warn',
    ...env,
  }
  const stack = await startStack({
    env: settings,
    beforeApps(dataDir) {
      folder = join(dataDir, 'loop')
      settings['LOOP_PROBE'] = folder
      return () => Promise.resolve()
    },
  })
  const processes = { api: stack.api, redirector: stack.redirectors[0], workers: stack.workers[0] }
  const pids = () => ({
    api: processes.api.pid,
    redirector: processes.redirector?.pid,
    workers: processes.workers?.pid,
  })
  return {
    ...stack,
    config: readConfig({ DATA_DIR: stack.dataDir, BASE_URL: baseUrl, BASE_DOMAIN: shortLinkHost }),
    pids,
    blocks: (part, since) => {
      const pid = pids()[part]
      return pid === undefined ? [] : readBlocks(folder, pid, since)
    },
  }
}

export { parts, shortLinkHost }
