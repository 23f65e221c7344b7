import { existsSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

/** The folder with package.json, for code that runs from its source as well as from a build. */
export const projectDir = findProject(import.meta.dirname)

/** The build that this code belongs to; undefined when it runs from its source. */
const ownBuild = /^.+[\\/]\.cache[\\/]apps[\\/][^\\/]+/.exec(import.meta.dirname)?.[0]

/** Arguments for Node that start a program, such as `api/main.ts`, the way this process was started: through tsx or from a build. */
export function program(file: string): string[] {
  const throughTsx = process.execArgv.includes('tsx')
  return throughTsx ? ['--import', 'tsx', resolve(projectDir, file)] : [builtProgram(file)]
}

/** Where tools/build-apps.ts puts a program. */
export function builtProgram(file: string): string {
  const build = ownBuild ?? join(projectDir, '.cache', 'apps', 'current')
  return join(build, file.replace(/\.ts$/, '.js'))
}

function findProject(folder: string): string {
  return existsSync(join(folder, 'package.json')) ? folder : findProject(dirname(folder))
}
