import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { claimFolder } from './claim-folder.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'waymark-claim-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** Another process that claims the folder and holds it. */
async function startOwner(): Promise<ChildProcess> {
  const source = `
    import { claimFolder } from ${JSON.stringify(join(import.meta.dirname, 'claim-folder.ts'))}
    console.log((await claimFolder(${JSON.stringify(folder)})) === null ? 'refused' : 'claimed')
    setInterval(() => undefined, 1000)`
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', source], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  for await (const line of child.stdout) {
    expect(String(line).trim()).toBe('claimed')
    break
  }
  return child
}

const died = (child: ChildProcess) => new Promise((resolve) => child.once('exit', resolve))

describe('a claim on a folder', () => {
  it('is refused to other processes until it is released', async () => {
    const claim = await claimFolder(folder)
    expect(claim).not.toBeNull()
    expect(await claimFolder(folder)).toBeNull()
    await claim?.release()
    const next = await claimFolder(folder)
    expect(next).not.toBeNull()
    await next?.release()
  })

  it('stays with a hanging process until it dies', async () => {
    const owner = await startOwner()
    owner.kill('SIGSTOP')
    expect(await claimFolder(folder)).toBeNull()
    owner.kill('SIGKILL')
    await died(owner)
    const claim = await claimFolder(folder)
    expect(claim).not.toBeNull()
    await claim?.release()
  })

  it('goes to exactly one of many processes that find the owner dead', async () => {
    const owner = await startOwner()
    owner.kill('SIGKILL')
    await died(owner)
    const claims = await Promise.all(Array.from({ length: 20 }, () => claimFolder(folder)))
    const won = claims.filter((claim) => claim !== null)
    expect(won).toHaveLength(1)
    await won[0]?.release()
  })

  it('fails in a folder with a path too long for a socket, and creates none elsewhere', async () => {
    const deep = join(folder, 'x'.repeat(120))
    mkdirSync(deep)
    const sockets = () => readdirSync(tmpdir()).filter((name) => name.endsWith('.sock'))
    const before = sockets()
    await expect(claimFolder(deep)).rejects.toThrow(/is too long for a socket \(limit: 100 bytes\): set DATA_DIR/)
    expect(sockets()).toEqual(before)
  })
})
