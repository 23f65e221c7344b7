import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { findMissingEntries, findUnproven, type Lockfile, readLockfile } from './lockfile.ts'
import { root } from './root.ts'

const packageFile = JSON.parse(readFileSync(`${root}/package.json`, 'utf8')) as {
  allowScripts: Record<string, boolean>
}
const committed = readLockfile(`${root}/package-lock.json`)

describe('the committed lockfile', () => {
  it('has an entry for every optional platform package, so that npm ci of npm 11 and 12 accepts it', () => {
    expect(findMissingEntries(committed)).toEqual({})
  })

  it('has a hash for every package that Linux x64 installs; the others without one are optional', () => {
    const unproven = findUnproven(committed).map(({ path }) => [path, committed.packages[path]] as const)
    expect(unproven.filter(([, entry]) => entry?.optional !== true)).toEqual([])
    const runs = (list: string[] | undefined, name: string) => list === undefined || list.includes(name)
    const installed = unproven.filter(
      ([, entry]) => runs(entry?.os, 'linux') && runs(entry?.cpu, 'x64') && runs(entry?.libc, 'glibc'),
    )
    expect(installed).toEqual([])
  })

  it('names no registry host', () => {
    expect(readFileSync(`${root}/package-lock.json`, 'utf8')).not.toMatch(/"resolved": "\w+:/)
  })

  it('contains no dependency whose install script is not disabled in allowScripts', () => {
    const scripted = Object.entries(committed.packages).filter(([, entry]) => entry.hasInstallScript === true)
    const names = scripted.map(([path]) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length))
    expect(names.filter((name) => packageFile.allowScripts[name] !== false)).toEqual([])
  })
})

describe('findUnproven', () => {
  it('returns entries without a hash, with the name and version to look up', () => {
    const packages = {
      '': { version: '0.1.0' },
      'node_modules/proven': { version: '1.0.0', integrity: 'sha512-AA==' },
      'node_modules/@tool/linux-arm64': { version: '1.2.3', optional: true },
      'node_modules/alias': { name: 'real', version: '2.0.0' },
      'node_modules/a/node_modules/b': { version: '3.0.0', dev: true },
    }
    const production = [
      { path: 'node_modules/@tool/linux-arm64', name: '@tool/linux-arm64', version: '1.2.3' },
      { path: 'node_modules/alias', name: 'real', version: '2.0.0' },
    ]
    expect(findUnproven({ packages }, { isProduction: true })).toEqual(production)
    const nested = { path: 'node_modules/a/node_modules/b', name: 'b', version: '3.0.0' }
    expect(findUnproven({ packages })).toEqual([...production, nested])
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
