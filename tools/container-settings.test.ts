import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { parse } from 'yaml'
import { readConfig, settings } from '#runtime/config.ts'
import { root } from './root.ts'

const compose = readFileSync(`${root}/docker-compose.yml`, 'utf8')
const handedOn = [...compose.matchAll(/^ {4}([A-Z_]+): \$\{\1:-(.*)\}$/gm)].map(([, name = '']) => name)

/** Settings with fixed values in the containers: ports, the folder, and one process each. */
const ofTheContainers = [
  ...['API_PORT', 'REDIRECT_PORT', 'LISTEN_HOST', 'METRICS_PORT_WORKERS', 'REDIS_BIN'],
  ...['REDIRECTOR_PROCESSES', 'WORKER_PROCESSES', 'INSTANCE', 'DATA_DIR'],
]
const { services } = parse(compose, { merge: true }) as { services: Record<string, Service> }
interface Service {
  command?: string[]
  environment?: Record<string, unknown>
}

it('passes every other setting to the containers', () => {
  const rest = Object.keys(settings).filter((name) => !ofTheContainers.includes(name))
  expect(handedOn.toSorted()).toEqual(rest.toSorted())
})

it('keeps the default of a setting that is not set', () => {
  const empty = Object.fromEntries(handedOn.map((name) => [name, '']))
  expect(readConfig(empty)).toEqual(readConfig({}))
})

it('reads the stores and the key from files, unless the file is set to nothing', () => {
  const files = { DATABASE_URL: 'database-url', REDIS_URL: 'redis-url', CLICKHOUSE_URL: 'clickhouse-url' }
  for (const [name, file] of Object.entries({ ...files, ENCRYPTION_KEY: 'encryption-key' })) {
    for (const service of ['migrate', 'api', 'redirector', 'workers']) {
      expect(services[service]?.environment).toMatchObject({
        [name]: `\${${name}:-}`,
        // Without a colon: a variable that is empty stays empty.
        [`${name}_FILE`]: `\${${name}_FILE-/secrets/${file}}`,
      })
    }
  }
})

it('lets Valkey write no snapshots, because one that fails stops every write', () => {
  const { command = [] } = services['redis'] ?? {}
  expect(command.slice(command.indexOf('--save'))).toEqual(['--save', '', '--maxmemory-policy', 'noeviction'])
  expect(command.join(' ')).toContain('--appendonly yes')
})

it('starts as many containers of workers as WORKER_PROCESSES, which can all run at the same time', () => {
  const { workers } = services
  expect(workers).toMatchObject({ scale: `\${WORKER_PROCESSES:-${readConfig({}).WORKER_PROCESSES}}` })
  // Only one container can have a fixed name or a published port.
  expect(Object.keys(workers ?? {}).filter((key) => ['ports', 'container_name', 'hostname'].includes(key))).toEqual([])
})

it('has the command waymark in the image, which passes its arguments on', () => {
  const folder = mkdtempSync(join(tmpdir(), 'waymark-command-'))
  try {
    const dockerfile = readFileSync(`${root}/Dockerfile`, 'utf8')
    const [, write = ''] = /^RUN (printf .*) && chmod 755 \/usr\/local\/bin\/waymark$/m.exec(dockerfile) ?? []
    const program = join(folder, 'app', '.cache/apps/current/cli/main.js')
    mkdirSync(dirname(program), { recursive: true })
    writeFileSync(program, 'console.log(JSON.stringify(process.argv.slice(2)))')
    const command = join(folder, 'waymark')
    execFileSync('sh', ['-c', write.replace('/usr/local/bin/waymark', command).replace('/app/', `${folder}/app/`)])
    const said = execFileSync('sh', [command, 'keys', 'create', '--name', 'two words'], { encoding: 'utf8' })
    expect(JSON.parse(said)).toEqual(['keys', 'create', '--name', 'two words'])
  } finally {
    rmSync(folder, { recursive: true })
  }
})
