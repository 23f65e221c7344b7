import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { createLifecycle } from '#runtime/lifecycle.ts'
import { startApi } from '../../api/start-api.ts'
import { benchAgainst } from '../../bench/against/main.ts'
import { startRedirector } from '../../redirector/start-redirector.ts'
import { root } from '../../tools/root.ts'
import { runCommand } from '../../tools/run-command.ts'
import { startWorkers } from '../../workers/start-workers.ts'
import { freePorts } from '../embedded/launcher.ts'
import { createAccount } from '../factories/account.ts'
import { createKey } from '../factories/key.ts'
import { eventually } from '../stack/eventually.ts'
import { openTestStores, type TestStores } from '../stack/stores.ts'

let stores: TestStores
let stop: () => Promise<unknown>
let origin: string
let keyFile: string
beforeAll(async () => {
  const ports = await freePorts()
  origin = `http://localhost:${ports.API_PORT}`
  const addresses = { BASE_URL: origin, BASE_DOMAIN: `localhost:${ports.REDIRECT_PORT}` }
  stores = await openTestStores({ LISTEN_HOST: '127.0.0.1', ...ports, ...addresses })
  const { urls, config, log } = stores
  const lifecycles = [createLifecycle(log), createLifecycle(log), createLifecycle(log)] as const
  const [workers, api, redirector] = lifecycles
  await startWorkers({ config, urls, log, lifecycle: workers })
  await startApi({ config, urls, log, lifecycle: api, drainMs: 0 })
  await startRedirector({ config, urls, log, lifecycle: redirector, stopTimes: { drainMs: 0, shipMostMs: 0 } })
  stop = () => Promise.all(lifecycles.map((lifecycle) => lifecycle.stop()))
  keyFile = await keptKey(['read', 'write', 'delete'])
})
afterAll(async () => {
  await stop?.()
  await stores?.close()
})

async function keptKey(permissions: ('read' | 'write' | 'delete')[]): Promise<string> {
  const { key } = await createKey(stores.sql, await createAccount(stores.sql), permissions)
  const file = join(stores.config.DATA_DIR, `${permissions.join('-')}.key`)
  await writeFile(file, `${key}\n`)
  return file
}

const command = ['--import', 'tsx', `${root}/bench/main.ts`, 'against']
const against = (...args: string[]) => runCommand([process.execPath, ...command, ...args])
const links = async () => (await stores.sql`select from links`).length

/** Sends the signals while the links are visited. */
async function interrupted(signals: readonly NodeJS.Signals[]) {
  const steps = ['--from', '20', '--to', '20', '--seconds', '600', '--links', '7']
  const args = [...command, origin, '--key', keyFile, ...steps]
  const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const ended = once(child, 'close')
  await eventually(() => expect(output).toContain('Visiting localhost'), 60_000)
  for (const signal of signals) {
    child.kill(signal)
    // Signals that follow at once are received as one.
    await sleep(5)
  }
  const [code] = await ended
  return { code, output }
}

describe('npm run bench -- against', () => {
  it('visits its own links at rising rates, finds every answered visit stored, and deletes the links', async () => {
    const steps = ['--from', '20', '--to', '45', '--seconds', '1', '--links', '7', '--p99', '10000']
    const { code, output } = await against(origin, '--key', keyFile, ...steps)
    expect(output).toContain('Within the limits: 45 visits/s. 45 visits/s: this was the last step (--to).')
    // With the 40 visits of the warm-up.
    expect(output).toContain('All stored: 135 visits sent, 135 answered, 135 stored.')
    expect([code, await links()]).toEqual([0, 0])
  })

  it('refuses another host and a key without rights, and leaves no link', async () => {
    const refused = [
      [
        ['https://go.example.com', '--key', keyFile],
        'go.example.com is not this machine. Add --yes to put load on it.',
      ],
      [[origin, '--key', await keptKey(['write'])], 'lacks the `read` permission'],
      [[origin, '--key', await keptKey(['read', 'write'])], 'It does not have: delete.'],
    ] as const
    for (const [args, message] of refused) {
      const { code, output } = await against(...args)
      expect([code, output]).toEqual([1, expect.stringContaining(message)])
      expect(output).not.toContain('Creating')
    }
    expect(await links()).toBe(0)
  })

  it.each([[['SIGINT', 'SIGINT']], [['SIGTERM']], [['SIGHUP']]] as const)(
    'deletes the links after %j',
    async (signals) => {
      const { code, output } = await interrupted(signals)
      expect(output).toMatch(/Interrupted\.\n(?:.*\n)*Deleted the links\.\n$/)
      expect([code, await links()]).toEqual([130, 0])
    },
  )

  it('refuses wrong options, and creates no link', async () => {
    const refused = [
      [[origin, '--key', keyFile, '--links', '101'], '--links must be a whole number from 1 to 100.'],
      [[origin, '--key', join(stores.config.DATA_DIR, 'missing')], 'ENOENT'],
      [[origin], 'Usage: npm run bench -- against URL --key FILE'],
    ] as const
    const printed = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    for (const [args, message] of refused) {
      expect(await benchAgainst([...args])).toBe(1)
      expect(printed.mock.lastCall).toEqual([expect.stringContaining(message)])
    }
    printed.mockRestore()
    expect(await links()).toBe(0)
  })
})
