import { existsSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../tools/root.ts'
import { runCommand } from '../../tools/run-command.ts'
import { ownPrograms, type Programs } from '../guarantees/apps.ts'

/** A version of the product that can be started. */
export interface Version extends Programs {
  name: string
}

export const thisVersion: Version = { name: 'this version', ...ownPrograms }

const patienceMs = 15 * 60_000
const buildPrograms = "import('./tools/build-apps.ts').then(({ buildApps }) => buildApps(console.log))"

export async function hasRevision(revision: string): Promise<boolean> {
  const { code } = await runCommand(['git', 'cat-file', '-e', `${revision}^{commit}`])
  return code === 0
}

/** Checks out another revision into a new folder. Its packages are installed, or those of this revision if it needs no others. */
export async function checkOut(revision: string, folder: string, packages: 'install' | 'share'): Promise<Version> {
  await run(['git', 'clone', '-q', '--shared', '--no-checkout', root, folder], root)
  await run(['git', 'checkout', '-q', revision], folder)
  if (packages === 'install') await run(['node', 'tools/install.js'], folder)
  else sharePackages(folder)
  return await versionIn(folder, revision)
}

/** A folder with a checkout and its packages. Old revisions have no build: they start from their source. */
export async function versionIn(folder: string, name: string): Promise<Version> {
  if (!existsSync(join(folder, 'tools/build-apps.ts'))) {
    return { name, folder, argsFor: (file) => ['--import', 'tsx', join(folder, file)] }
  }
  await run(['node', '--import', 'tsx', '--eval', buildPrograms], folder)
  const build = join(folder, '.cache', 'apps', 'current')
  return { name, folder, argsFor: (file) => [join(build, file.replace(/\.ts$/, '.js'))] }
}

function sharePackages(folder: string): void {
  const [installed, needed] = [root, folder].map(packageVersions)
  for (const [path, version] of needed ?? []) {
    if (installed?.get(path) === version) continue
    throw new Error(
      `${path} is ${installed?.get(path)} here and ${version} in the earlier revision: choose a later one.`,
    )
  }
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
}

function packageVersions(folder: string): Map<string, string | undefined> {
  const lock = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { version?: string; link?: boolean }>
  }
  const packages = Object.entries(lock.packages).filter(([path]) => path.startsWith('node_modules/'))
  return new Map(packages.map(([path, { version }]) => [path, version]))
}

async function run(command: string[], cwd: string): Promise<void> {
  const { code, output } = await runCommand(command, { cwd, limitMs: patienceMs })
  if (code !== 0) throw new Error(`${command.join(' ')} failed in ${cwd}:\n${output}`)
}
