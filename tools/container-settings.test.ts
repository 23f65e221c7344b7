import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { readConfig, settings } from '#runtime/config.ts'
import { root } from './root.ts'

const compose = readFileSync(`${root}/docker-compose.yml`, 'utf8')
const handedOn = [...compose.matchAll(/^ {4}([A-Z_]+): \$\{\1:-(.*)\}$/gm)].map(([, name = '']) => name)

/** Settings with fixed values in the containers: stores, the encryption key, ports, folders, and one process each. */
const ofTheContainers = [
  ...['API_PORT', 'REDIRECT_PORT', 'LISTEN_HOST', 'METRICS_PORT_WORKERS'],
  ...['DATABASE_URL', 'REDIS_URL', 'CLICKHOUSE_URL', 'REDIS_BIN', 'ENCRYPTION_KEY'],
  ...['REDIRECTOR_PROCESSES', 'WORKER_PROCESSES', 'INSTANCE', 'DATA_DIR', 'GEOIP_DB'],
]

it('passes every other setting to the containers', () => {
  const rest = Object.keys(settings).filter((name) => !ofTheContainers.includes(name))
  expect(handedOn.toSorted()).toEqual(rest.toSorted())
})

it('keeps the default of a setting that is not set', () => {
  const empty = Object.fromEntries(handedOn.map((name) => [name, '']))
  expect(readConfig(empty)).toEqual(readConfig({}))
})
