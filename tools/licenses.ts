import { existsSync, readFileSync } from 'node:fs'
import { findInstalled, type LockEntry, type Lockfile } from './lockfile.ts'
import { root } from './root.ts'

/** Licenses that MIT-licensed software can include without obligations for its users. */
const accepted = new Set(
  'MIT MIT-0 ISC Apache-2.0 BSD-2-Clause BSD-3-Clause 0BSD Unlicense CC0-1.0 BlueOak-1.0.0 Python-2.0 Zlib'.split(' '),
)
/** libvips is a separate, replaceable shared library, as the LGPL requires; the CC-BY data is attributed. */
const acceptedByName = [
  { name: /^@img\/sharp-libvips-/, license: 'LGPL-3.0-or-later' },
  { name: /^@img\/sharp-win32-/, license: 'Apache-2.0 AND LGPL-3.0-or-later' },
  { name: /^@img\/sharp-wasm32$/, license: 'Apache-2.0 AND LGPL-3.0-or-later AND MIT' },
  { name: /^@ip-location-db\/dbip-(city|country)-mmdb$/, license: 'SEE LICENSE IN DBIP-LICENSE (CC-BY-4.0)' },
]

type Refusal = { path: string; license: string | undefined }

/** Checks the packages that ship: every entry that is not a development dependency. */
export function judgeLicenses(lockfile: Lockfile): { shipped: number; refused: Refusal[] } {
  const shipped = Object.entries(lockfile.packages).filter(([path, entry]) => path !== '' && entry.dev !== true)
  const parents = findOptionalParents(lockfile)
  const refused: Refusal[] = []
  for (const [path, entry] of shipped) {
    // A stub in the lockfile has no license: a platform package has the license of its parent.
    const license = licenseOf(path, entry) ?? parents.get(path)
    if (license === undefined || !isAccepted(nameOf(path, entry), license)) refused.push({ path, license })
  }
  return { shipped: shipped.length, refused }
}

function findOptionalParents(lockfile: Lockfile): Map<string, string> {
  const licenses = new Map<string, string>()
  for (const [path, entry] of Object.entries(lockfile.packages)) {
    const license = path === '' ? undefined : licenseOf(path, entry)
    for (const name of Object.keys(entry.optionalDependencies ?? {})) {
      const child = findInstalled(lockfile, path, name)
      if (license !== undefined && child !== undefined) licenses.set(child, license)
    }
  }
  return licenses
}

function licenseOf(path: string, entry: LockEntry): string | undefined {
  if (entry.license !== undefined) return entry.license
  const file = `${root}/${path}/package.json`
  if (!existsSync(file)) return undefined
  const { license } = JSON.parse(readFileSync(file, 'utf8')) as { license?: unknown }
  return typeof license === 'string' ? license : readLicenseText(path)
}

/** Some packages have no license in package.json but include its text. */
function readLicenseText(path: string): string | undefined {
  const file = `${root}/${path}/LICENSE`
  return existsSync(file) && readFileSync(file, 'utf8').startsWith('MIT License\n') ? 'MIT' : undefined
}

function nameOf(path: string, entry: LockEntry): string {
  return entry.name ?? path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
}

/** Reads a flat SPDX expression: one license of A OR B is enough, A AND B needs both. */
function isAccepted(name: string, license: string): boolean {
  if (acceptedByName.some((exception) => exception.name.test(name) && exception.license === license)) return true
  const allowed = (id: string) => accepted.has(id)
  const words = license.replace(/[()]/g, '').split(/\s+/)
  const ids = words.filter((word) => word !== 'OR' && word !== 'AND')
  return words.includes('OR') && !words.includes('AND') ? ids.some(allowed) : ids.every(allowed)
}
