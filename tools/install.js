// Plain JavaScript, since it runs before anything is installed. Old module names and syntax, so that an old version of
// Node can print which version is required.
import { spawnSync } from 'child_process'
import { createHash } from 'crypto'
import { accessSync, constants, existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'fs'
import { homedir } from 'os'
import { basename, join } from 'path'
import { fileURLToPath } from 'url'
import { mendPackages } from './mend-packages.js'

const root = fileURLToPath(new URL('..', import.meta.url))
const stampFile = join(root, 'node_modules', '.waymark-install')
const lockFolder = join(root, '.cache', 'install.lock')
/** An older lock is abandoned, even if another process has its pid now. */
const longestInstallMs = 15 * 60000
const pollMs = 500

main()

/** Installs the packages of package-lock.json, unless they are already installed. */
function main() {
  const version = process.versions.node.split('.').map(Number)
  const { engines } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const ranges = engines.node.split('||').map((range) => range.trim())
  if (!ranges.some((range) => isWithin(version, range))) {
    stop(`Waymark needs Node ${ranges.map(leastOf).join(', or ')} or newer; this is ${process.versions.node}.`)
  }
  const lockfile = readFileSync(join(root, 'package-lock.json'))
  const hash = createHash('sha256').update(lockfile).digest('hex')
  const stamp = `${hash} node-${version[0]} ${process.platform}-${process.arch}\n`
  while (!isInstalled(stamp)) {
    if (takeLock()) {
      try {
        if (!isInstalled(stamp)) installOrAccept(JSON.parse(lockfile.toString()), stamp)
      } finally {
        rmSync(lockFolder, { recursive: true, force: true })
      }
    } else {
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pollMs)
    }
  }
  try {
    mendPackages(root)
  } catch (error) {
    stop(error.message)
  }
}

/** Supports two kinds of ranges: `^20.19.0` is Node 20 only, `>=22.12.0` is that version or newer. */
function isWithin(version, range) {
  const least = leastOf(range).split('.').map(Number)
  if (version[0] === least[0]) return version[1] >= least[1]
  return range.startsWith('>=') && version[0] > least[0]
}

function leastOf(range) {
  return range.replace(/^(\^|>=)/, '')
}

function isInstalled(stamp) {
  return existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp
}

/** mkdir is atomic: if two processes start at once, one installs and the other waits. */
function takeLock() {
  mkdirSync(join(root, '.cache'), { recursive: true })
  try {
    mkdirSync(lockFolder)
  } catch (error) {
    if (error.code !== 'EEXIST') throw error
    if (lockIsAbandoned()) rmSync(lockFolder, { recursive: true, force: true })
    return false
  }
  writeFileSync(join(lockFolder, 'pid'), String(process.pid))
  return true
}

function lockIsAbandoned() {
  try {
    if (Date.now() - statSync(lockFolder).mtimeMs > longestInstallMs) return true
    const pid = Number(readFileSync(join(lockFolder, 'pid'), 'utf8'))
    return pid > 0 && !isAlive(pid)
  } catch (error) {
    // The lock was released, or its pid is not written yet: check again.
    if (error.code !== 'ENOENT') throw error
    return false
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code !== 'ESRCH'
  }
}

function installOrAccept(lockfile, stamp) {
  if (!matchesWhatNpmInstalled(lockfile)) install()
  writeFileSync(stampFile, stamp)
}

/** npm records the installed packages in node_modules, so a manual `npm install` does not have to be repeated. */
function matchesWhatNpmInstalled(lockfile) {
  const noteFile = join(root, 'node_modules', '.package-lock.json')
  if (
    existsSync(stampFile) &&
    !readFileSync(stampFile, 'utf8').includes(` node-${process.versions.node.split('.')[0]} `)
  )
    return false
  if (!existsSync(noteFile)) return false
  const present = JSON.parse(readFileSync(noteFile, 'utf8')).packages
  const wanted = lockfile.packages
  const rightVersion = (path) => wanted[path] !== undefined && wanted[path].version === present[path].version
  const rightSystem = (path) => present[path].os === undefined || present[path].os.includes(process.platform)
  const rightProcessor = (path) => present[path].cpu === undefined || present[path].cpu.includes(process.arch)
  return (
    Object.keys(present).every((path) => rightVersion(path) && rightSystem(path) && rightProcessor(path)) &&
    Object.keys(wanted).every((path) => path === '' || wanted[path].optional || present[path] !== undefined)
  )
}

function install() {
  const start = Date.now()
  process.stdout.write('waymark: installing dependencies (npm ci) ... ')
  const npm = process.env.npm_execpath || ''
  const command = /^npm(-cli)?\.c?js$/.test(basename(npm)) ? [process.execPath, npm] : ['npm']
  const args = command
    .slice(1)
    .concat(['ci', '--include=dev', '--include=optional', '--ignore-scripts', '--no-audit', '--no-fund'])
  const env = Object.assign({}, process.env, homeIsWritable() ? {} : { npm_config_cache: join(root, '.cache', 'npm') })
  const result = spawnSync(command[0], args, { cwd: root, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
  if (result.status !== 0) {
    console.log('failed')
    rmSync(lockFolder, { recursive: true, force: true })
    stop(`${result.stdout || ''}${result.stderr || ''}${result.error || ''}`.trim())
  }
  console.log(`done in ${Math.round((Date.now() - start) / 1000)} s`)
}

function homeIsWritable() {
  try {
    accessSync(homedir(), constants.W_OK)
    return true
  } catch {
    return false
  }
}

function stop(message) {
  console.error(message)
  process.exit(1)
}
