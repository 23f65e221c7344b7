import { chmod, chown, mkdir, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { builtProgram } from '#runtime/project.ts'
import { Bench, freePorts, isRoot, Launcher, nobody, processesNaming, projectDir } from './launcher.ts'

let bench: Bench
let busy: Server

beforeAll(async () => {
  bench = await Bench.open()
  busy = createServer()
  await new Promise<void>((resolve) => busy.listen(0, '127.0.0.1', resolve))
})
afterAll(async () => {
  busy.close()
  await bench.close()
})

/** Runs the real entry of `npm start`, which must fail before it starts anything. */
async function refusal(dataDir: string, settings: NodeJS.ProcessEnv, user?: typeof nobody): Promise<string> {
  const env = { PATH: process.env.PATH, DATA_DIR: dataDir, ...(await freePorts()), ...settings }
  const command = [process.execPath, builtProgram('embedded/main.ts')]
  const launcher = bench.add(new Launcher(command, { dataDir, env, cwd: projectDir, ...(user && { user }) }))
  expect(await launcher.ended).toBe(1)
  expect(launcher.stdout).not.toContain('Waymark is ready')
  expect(processesNaming(dataDir)).toEqual([])
  // One line, without a stack trace.
  expect(launcher.stderr).toMatch(/^[^\n]+\n$/)
  return launcher.stderr
}

function busyPort(): string {
  const address = busy.address()
  if (address === null || typeof address === 'string') throw new Error('the server has no port')
  return String(address.port)
}

it('an invalid setting is named', async () => {
  expect(await refusal(await bench.dataDir('setting'), { API_PORT: 'eighty' })).toBe(
    'API_PORT: must be a port number from 0 to 65535\n',
  )
})

it.each(['API_PORT', 'REDIRECT_PORT'])('a busy %s is named', async (setting) => {
  const sentence = await refusal(await bench.dataDir('busy'), { [setting]: busyPort() })
  expect(sentence).toContain(`${setting}: port ${busyPort()} is in use by another program`)
})

it('one port for two purposes is rejected', async () => {
  const { API_PORT } = await freePorts()
  const sentence = await refusal(await bench.dataDir('same'), { API_PORT, REDIRECT_PORT: API_PORT })
  expect(sentence).toContain(`API_PORT and REDIRECT_PORT are both ${API_PORT}`)
})

it('a data folder whose path is too long for a socket is rejected before anything is created', async () => {
  const sentence = await refusal(join(bench.folder, 'x'.repeat(80)), {})
  expect(sentence).toBe('DATA_DIR: must be at most 79 bytes as a full path, because it contains sockets\n')
})

it('a data folder that is a file is named', async () => {
  const path = join(bench.folder, 'file')
  await writeFile(path, '')
  expect(await refusal(path, {})).toContain(`The data folder ${path} cannot be used (EEXIST)`)
})

it('a REDIS_BIN that is not Redis is named', async () => {
  const sentence = await refusal(await bench.dataDir('redis'), { REDIS_BIN: '/bin/sh' })
  expect(sentence).toMatch(/^REDIS_BIN: \/bin\/sh /)
})

it('an external store that does not respond is named, but not its password', async () => {
  const dataDir = await bench.dataDir('external')
  const { API_PORT } = await freePorts()
  const sentence = await refusal(dataDir, { DATABASE_URL: `postgres://u:hidden@127.0.0.1:${API_PORT}/d` })
  expect(sentence).toMatch(/^DATABASE_URL: the server is not responding \(.*ECONNREFUSED/)
  expect(sentence).not.toContain('hidden')
})

it('damaged secrets are named and kept', async () => {
  const dataDir = await bench.dataDir('secrets')
  await writeFile(join(dataDir, 'secrets.json'), '{"postgres":')
  expect(await refusal(dataDir, {})).toContain('secrets.json is damaged')
})

// Root can read everything, so as root the start runs as another user.
it('a data folder that the user cannot read is named', async () => {
  const path = join(bench.folder, 'closed')
  await mkdir(path)
  if (isRoot) await chown(path, 1, 1)
  await chmod(path, isRoot ? 0o700 : 0o000)
  const sentence = await refusal(path, {}, isRoot ? nobody : undefined)
  expect(sentence).toContain(`The data folder ${path} cannot be used (EACCES)`)
  if (!isRoot) await chmod(path, 0o700)
})
