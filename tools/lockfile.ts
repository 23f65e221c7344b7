import { readFileSync } from 'node:fs'

const operatingSystems = ['aix', 'android', 'darwin', 'freebsd', 'linux', 'netbsd', 'openbsd', 'openharmony', 'win32']
const processors = ['arm', 'arm64', 'ia32', 'loong64', 'ppc64', 'riscv64', 's390x', 'wasm32', 'x64']
const exactVersion = /^\d+\.\d+\.\d+(-[\w.-]+)?$/

/** The used part of a package-lock.json (version 3). */
export interface LockEntry {
  version?: string
  integrity?: string
  dev?: boolean
  optional?: boolean
  hasInstallScript?: boolean
  license?: string
  name?: string
  os?: string[]
  cpu?: string[]
  libc?: string[]
  optionalDependencies?: Record<string, string>
}
export type Lockfile = { packages: Record<string, LockEntry> }

export function readLockfile(file: string): Lockfile {
  return JSON.parse(readFileSync(file, 'utf8')) as Lockfile
}

/**
 * Returns the missing entries by path. An optional platform package has no entry if the registry did not have it when
 * the lockfile was written, and `npm ci` of npm 11 and newer rejects such a lockfile.
 */
export function findMissingEntries(lockfile: Lockfile): Record<string, LockEntry> {
  const missing: Record<string, LockEntry> = {}
  for (const [path, entry] of Object.entries(lockfile.packages)) {
    for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
      if (findInstalled(lockfile, path, name) === undefined) {
        missing[`node_modules/${name}`] = stubEntry(name, version, entry.dev === true)
      }
    }
  }
  return missing
}

/** Follows the lookup of Node: the nearest node_modules folder above the dependent. */
export function findInstalled(lockfile: Lockfile, dependent: string, name: string): string | undefined {
  let folder = dependent
  for (;;) {
    const path = folder === '' ? `node_modules/${name}` : `${folder}/node_modules/${name}`
    if (path in lockfile.packages) return path
    if (folder === '') return undefined
    const cut = folder.lastIndexOf('/node_modules/')
    folder = cut === -1 ? '' : folder.slice(0, cut)
  }
}

/** Reads the platform from the name of the package, such as @oxlint/binding-linux-arm64-musl. */
function stubEntry(name: string, version: string, dev: boolean): LockEntry {
  const words = name.slice(name.lastIndexOf('/') + 1).split('-')
  const os = words.filter((word) => operatingSystems.includes(word))
  const cpu = words.filter((word) => processors.includes(word))
  if (!exactVersion.test(version) || os.length + cpu.length === 0) {
    throw new Error(`Cannot tell the platform of the optional dependency ${name}@${version} from its name`)
  }
  const libc = words.some((word) => word.startsWith('musl')) ? ['musl'] : words.includes('gnu') ? ['glibc'] : []
  return {
    version,
    ...(cpu.length > 0 && { cpu }),
    ...(dev && { dev }),
    ...(libc.length > 0 && { libc }),
    optional: true,
    ...(os.length > 0 && { os }),
  }
}

/** A package at an exact version, for the registry. */
export interface Unproven {
  path: string
  name: string
  version: string
}

/** Entries without a hash, for which npm accepts whatever the registry serves. */
export function findUnproven({ packages }: Lockfile, { isProduction = false } = {}): Unproven[] {
  return Object.entries(packages).flatMap(([path, { name = nameOf(path), version, integrity, dev }]) =>
    !path.includes(folder) || version === undefined || integrity !== undefined || (isProduction && dev === true)
      ? []
      : [{ path, name, version }],
  )
}

const folder = 'node_modules/'
const nameOf = (path: string) => path.slice(path.lastIndexOf(folder) + folder.length)
