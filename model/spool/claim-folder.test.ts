import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { claimFolder } from './claim-folder.ts'
import { findHost, readOwnerHost } from './owner-host.ts'
import { adoptOrphans } from './spool-folder.ts'

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

async function killOwner(): Promise<void> {
  const owner = await startOwner()
  owner.kill('SIGKILL')
  await died(owner)
}

const died = (child: ChildProcess) => new Promise((resolve) => child.once('exit', resolve))

const own = findHost()
const another = { boot: 'another-boot', id: 'another-id', name: 'another' }

describe('a claim on a folder of another host', () => {
  it('is not taken over, although its socket looks dead', async () => {
    await killOwner()
    expect(await claimFolder(folder, { host: another })).toBeNull()
    expect(readOwnerHost(folder)?.id).toBe(own.id)
    const claim = await claimFolder(folder)
    expect(claim).not.toBeNull()
    await claim?.release()
  })

  it.each([
    ['after a restart of the machine', { ...own, boot: another.boot }],
    ['in another container of the machine', { ...own, id: another.id, name: another.name }],
  ])('is taken over %s', async (_, host) => {
    await killOwner()
    const claim = await claimFolder(folder, { host })
    expect(claim).not.toBeNull()
    expect(readOwnerHost(folder)).toMatchObject({ boot: host.boot, id: host.id })
    await claim?.release()
  })

  it('is free once it is released', async () => {
    await (await claimFolder(folder))?.release()
    const claim = await claimFolder(folder, { host: another })
    expect(readOwnerHost(folder)).toEqual(another)
    await claim?.release()
  })

  it('is taken if its host is gone, and never from a process that runs', async () => {
    await killOwner()
    const claim = await claimFolder(folder, { host: another, ownerIsGone: true })
    expect(readOwnerHost(folder)).toEqual(another)
    expect(await claimFolder(folder, { ownerIsGone: true })).toBeNull()
    await claim?.release()
  })

  it('keeps its segments from redirectors that share the volume', async () => {
    const [spool, segment] = [join(folder, '0'), '019abd3c-0000-7000-8000-000000000000.seg']
    for (const name of ['0', '1']) mkdirSync(join(folder, name))
    writeFileSync(join(spool, segment), 'clicks')
    symlinkSync('another another another', join(spool, 'owner-host'))
    expect(await adoptOrphans(join(folder, '1'))).toMatchObject({ segments: 0 })
    expect(readdirSync(spool)).toContain(segment)
    rmSync(join(spool, 'owner-host'))
    expect(await adoptOrphans(join(folder, '1'))).toMatchObject({ segments: 1 })
  })

  it('is read from a long name without a loop', async () => {
    const host = { ...another, boot: 'boot', id: 'id', name: 'a-name-of-'.repeat(20) }
    const claim = await claimFolder(folder, { host })
    expect(await claimFolder(folder, { host })).toBeNull()
    await claim?.release()
  })
})

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
