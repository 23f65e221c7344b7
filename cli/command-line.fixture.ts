import { execFile, spawn } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll } from 'vitest'
import { builtProgram } from '#runtime/project.ts'
import { openTestStores, type TestStores } from '../test/stack/stores.ts'

/** Set before the tests of a file. */
export let stores: TestStores

export function useCommandLine(): void {
  beforeAll(async () => {
    stores = await openTestStores()
  })
  afterAll(() => stores.close())
}

const root = join(import.meta.dirname, '..')

const environmentOf = ({ urls, config }: TestStores) => ({
  PATH: process.env['PATH'],
  DATABASE_URL: urls.database_url,
  REDIS_URL: urls.redis_url,
  CLICKHOUSE_URL: urls.clickhouse_url,
  DATA_DIR: config.DATA_DIR,
})

export async function runWaymark(target: TestStores, args: string[], settings: NodeJS.ProcessEnv = {}) {
  const env = { ...environmentOf(target), ...settings }
  return await promisify(execFile)(process.execPath, [builtProgram('cli/main.ts'), ...args], { cwd: root, env })
}

/** A command that the test can kill. */
export const startWaymark = (args: string[]) =>
  spawn(process.execPath, [builtProgram('cli/main.ts'), ...args], {
    cwd: root,
    env: environmentOf(stores),
    stdio: 'ignore',
  })

export async function waymark(args: string[], settings: NodeJS.ProcessEnv = {}) {
  try {
    return { status: 0, ...(await runWaymark(stores, args, settings)) }
  } catch (error) {
    const { code: status, stdout, stderr } = error as { code: number; stdout: string; stderr: string }
    return { status, stdout, stderr }
  }
}

export const planOf = async (keyId: string) => {
  const [row] = await stores.sql<{ plan: string; account_id: string }[]>`
    select accounts.plan, accounts.id as account_id
    from api_keys
    join accounts on accounts.id = api_keys.account_id
    where api_keys.id = ${keyId}`
  return row
}
