import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { prepareDataDir } from '../../embedded/folders.ts'
import { freePort } from '../../embedded/ports.ts'
import { eventually } from '../stack/eventually.ts'
import { prepareApp } from './apps.ts'
import { SupervisionLog } from './supervision-log.ts'

const urls = { database_url: '', redis_url: '', clickhouse_url: '' }

it('a process that ends with an error is a crash, and one that is killed or terminated is not', async () => {
  const dataDir = prepareDataDir(await mkdtemp(join(tmpdir(), 'waymark-supervision-')))
  onTestFinished(() => rm(dataDir, { recursive: true }))
  const port = await freePort()
  const program = join(dataDir, 'program.mjs')
  await writeFile(
    program,
    `import { createServer } from 'node:http'
    process.on('SIGTERM', () => process.exit(0))
    process.on('SIGUSR2', () => { throw new Error('broken on purpose') })
    createServer((_request, response) => response.end()).listen(${port}, '127.0.0.1')`,
  )
  const log = new SupervisionLog(dataDir)
  const lines: string[] = []
  const app = prepareApp({
    ...{ name: 'api-0', file: program, dataDir, urls, env: {} },
    log(line) {
      lines.push(line)
      log.write(line)
    },
    healthUrl: `http://127.0.0.1:${port}/`,
    programs: { folder: dataDir, argsFor: (file) => [file] },
  })
  onTestFinished(() => app.stop('SIGKILL'))
  await app.start()
  const end = async (signal: NodeJS.Signals, how: string) => {
    app.signal(signal)
    await eventually(() => expect(log.lastEnd('api-0')).toBe(how))
    await eventually(() => expect(lines.at(-1)).toBe('api-0 is running again.'))
  }
  await end('SIGTERM', 'exited with code 0')
  await end('SIGKILL', 'was terminated by SIGKILL')
  expect(log.crashes()).toEqual([])
  await end('SIGUSR2', 'exited with code 1')
  expect(log.crashes()).toEqual([expect.stringMatching(/^api-0 exited with code 1:\n[^]*broken on purpose/)])
})
