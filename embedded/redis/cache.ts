import { accessSync, constants, existsSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { projectDir } from '#runtime/project.ts'
import { inside } from '../folders.ts'
import type { RedisServer } from './server.ts'

/** The folder of the private copy: in the project, shared by all data folders, or in the data folder otherwise. */
export function redisCacheDir(dataDir: string): string {
  const name = `redis-${process.platform}-${process.arch}`
  const shared = join(projectDir, '.cache')
  if (existsSync(join(shared, name, 'usr'))) return join(shared, name)
  return join(isWritable(shared) ? shared : inside(dataDir).cache, name)
}

/** The private copy, if there is one. It includes the libraries that the system does not have. */
export function cachedRedis(cacheDir: string): RedisServer | undefined {
  const command = join(cacheDir, 'usr', 'bin', 'redis-server')
  if (!existsSync(command)) return undefined
  return { command, env: { LD_LIBRARY_PATH: libraryFolders(cacheDir).join(':') } }
}

/** Library folders, such as usr/lib/x86_64-linux-gnu. */
function libraryFolders(cacheDir: string): string[] {
  const folders: string[] = []
  for (const lib of [join(cacheDir, 'usr', 'lib'), join(cacheDir, 'lib')]) {
    if (!existsSync(lib)) continue
    folders.push(lib)
    for (const entry of readdirSync(lib, { withFileTypes: true })) {
      if (entry.isDirectory()) folders.push(join(lib, entry.name))
    }
  }
  return folders
}

function isWritable(folder: string): boolean {
  try {
    mkdirSync(folder, { recursive: true })
    accessSync(folder, constants.W_OK | constants.X_OK)
    return true
  } catch {
    // For any reason, such as another owner or a read-only disk, the data folder is used instead.
    return false
  }
}
