import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { findMissingEntries, type Lockfile, readLockfile } from './lockfile.ts'
import { root } from './root.ts'

const packageFile = JSON.parse(readFileSync(`${root}/package.json`, 'utf8')) as {
  allowScripts: Record<string, boolean>
}
const committed = readLockfile(`${root}/package-lock.json`)

describe('the committed lockfile', () => {
  it('has an entry for every optional platform package, so that npm ci of npm 11 and 12 accepts it', () => {
    expect(findMissingEntries(committed)).toEqual({})
  })

  it('names no registry host', () => {
    expect(readFileSync(`${root}/package-lock.json`, 'utf8')).not.toContain('"resolved"')
  })

  it('contains no dependency whose install script is not disabled in allowScripts', () => {
    const scripted = Object.entries(committed.packages).filter(([, entry]) => entry.hasInstallScript === true)
    const names = scripted.map(([path]) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length))
    expect(names.filter((name) => packageFile.allowScripts[name] !== false)).toEqual([])
  })
})

describe('findMissingEntries', () => {
  const withOptional = (optionalDependencies: Record<string, string>): Lockfile => ({
    packages: { 'node_modules/tool': { version: '1.0.0', dev: true, optionalDependencies } },
  })

  it('reads the platform from the name', () => {
    const missing = findMissingEntries(withOptional({ '@tool/binding-linux-arm64-musl': '1.2.3' }))
    const entry = { version: '1.2.3', cpu: ['arm64'], dev: true, libc: ['musl'], optional: true, os: ['linux'] }
    expect(missing).toEqual({ 'node_modules/@tool/binding-linux-arm64-musl': entry })
  })

  it('finds a package that is nested under its dependent', () => {
    const lockfile = withOptional({ 'tool-linux-x64': '1.2.3' })
    lockfile.packages['node_modules/tool/node_modules/tool-linux-x64'] = { version: '1.2.3' }
    expect(findMissingEntries(lockfile)).toEqual({})
  })

  it('throws if the name does not contain the platform', () => {
    expect(() => findMissingEntries(withOptional({ 'tool-extras': '1.2.3' }))).toThrow('tool-extras@1.2.3')
    expect(() => findMissingEntries(withOptional({ 'tool-linux-x64': '^1.2.3' }))).toThrow('tool-linux-x64@^1.2.3')
  })
})
