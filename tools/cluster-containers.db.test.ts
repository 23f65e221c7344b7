import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { settings } from '#runtime/config.ts'
import { SpawnedServer } from '../embedded/clickhouse/spawn-server.fixture.ts'
import { root } from './root.ts'

const environment = z.record(z.string(), z.union([z.string(), z.number()]).transform(String))
const composeFile = z.object({
  services: z.record(
    z.string(),
    z.object({
      image: z.string().optional(),
      environment: environment.optional(),
      logging: z.object({ driver: z.string(), options: z.record(z.string(), z.string()) }).optional(),
      configs: z.array(z.object({ source: z.string(), target: z.string() })).optional(),
      networks: z.object({ default: z.object({ aliases: z.array(z.string()) }) }).optional(),
      volumes: z.array(z.string()).optional(),
      depends_on: z.record(z.string(), z.object({ condition: z.string() })).optional(),
    }),
  ),
  configs: z.record(z.string(), z.object({ file: z.string().optional(), content: z.string().optional() })),
  volumes: z.record(z.string(), z.null()),
})

const read = (file: string) =>
  composeFile.parse(
    parse(readFileSync(`${root}/${file}`, 'utf8').replaceAll(/\$\{(\w+):\?[^}]*\}/g, '$1'), { merge: true }),
  )
const [single, cluster] = [read('docker-compose.yml'), read('docker-compose.cluster.yml')]
const nodes = Object.entries(cluster.services).filter(([, service]) => service.environment?.['CLICKHOUSE_SHARD'])

/** The engine reads the files as a server does, with the environment of the first server and the first Keeper. */
const server = new SpawnedServer(readFileSync(`${root}/deploy/clickhouse/cluster.xml`, 'utf8'), {
  ...cluster.services['clickhouse']?.environment,
})

beforeAll(() => server.start())
afterAll(() => server.remove())

async function ask<Row>(query: string, row: z.ZodType<Row>): Promise<Row[]> {
  const client = server.client()
  const answer = await client.query({ query, format: 'JSONEachRow' })
  const rows = z.array(row).parse(await answer.json())
  await client.close()
  return rows
}

/** Names under which the containers of a service are found. */
const namesOf = ([service, { networks }]: (typeof nodes)[number]) => [service, ...(networks?.default.aliases ?? [])]

describe('the cluster of containers', () => {
  it('has a server for each replica of the configuration, with its place in the environment', async () => {
    const replicas = await ask(
      "select host_name as host, shard_num as shard, internal_replication as copies from system.clusters where cluster = 'waymark'",
      z.object({ host: z.string(), shard: z.int(), copies: z.int() }),
    )
    expect(replicas).toHaveLength(4)
    expect(nodes).toHaveLength(4)
    for (const { host, shard, copies } of replicas) {
      const [node] = nodes.filter((each) => namesOf(each).includes(host))
      expect([host, node?.[1].environment?.['CLICKHOUSE_SHARD'], copies]).toEqual([host, String(shard), 1])
    }
    const places = nodes.map(
      ([, { environment: env }]) => `${env?.['CLICKHOUSE_SHARD']}-${env?.['CLICKHOUSE_REPLICA']}`,
    )
    expect(new Set(places)).toEqual(new Set(['1-1', '1-2', '2-1', '2-2']))
  })

  it('gives each server the macros that the paths of the tables contain', async () => {
    const macros = await ask(
      'select macro, substitution from system.macros',
      z.object({ macro: z.string(), substitution: z.string() }),
    )
    expect(macros).toEqual([
      { macro: 'replica', substitution: '1' },
      { macro: 'shard', substitution: '1' },
    ])
  })

  it('has the Keepers of both files', () => {
    const hosts = (file: string, pattern: RegExp) =>
      [...readFileSync(`${root}/deploy/clickhouse/${file}`, 'utf8').matchAll(pattern)].map(
        ([, id, host]) => `${id} ${host}`,
      )
    const keepers = Object.entries(cluster.services).filter(([, { environment: env }]) => env?.['KEEPER_ID'])
    const services = keepers.map(([name, { environment: env }]) => `${env?.['KEEPER_ID']} ${name}`)
    expect(services).toEqual(['1 keeper-1', '2 keeper-2', '3 keeper-3'])
    expect(hosts('keeper.xml', /<id>(\d)<\/id><hostname>([\w-]+)</g)).toEqual(services)
    expect(hosts('cluster.xml', /<node>(<host>)([\w-]+)<\/host><port>9181</g)).toHaveLength(3)
  })

  it('names only services, files, volumes and settings that exist', () => {
    const services = { ...single.services, ...cluster.services }
    const configs = { ...single.configs, ...cluster.configs }
    const volumes = { ...single.volumes, ...cluster.volumes }
    for (const { depends_on = {}, configs: files = [], volumes: mounts = [] } of Object.values(cluster.services)) {
      for (const needed of Object.keys(depends_on)) expect(services).toHaveProperty([needed])
      for (const { source } of files) expect(configs).toHaveProperty([source])
      for (const mount of mounts) expect(volumes).toHaveProperty([mount.split(':')[0] ?? ''])
    }
    for (const { file } of Object.values(cluster.configs))
      expect(readFileSync(`${root}/${file}`, 'utf8')).toMatch(/^<!--/)
    for (const app of ['api', 'redirector', 'workers', 'migrate']) {
      expect(cluster.services[app]?.environment).toEqual({ CLICKHOUSE_CLUSTER: 'waymark' })
    }
    expect(settings).toHaveProperty('CLICKHOUSE_CLUSTER')
  })
})

describe('the logs of the containers', () => {
  const services = Object.entries({ ...single.services, ...cluster.services }).map(
    ([name, service]) => [name, { ...single.services[name], ...service }] as const,
  )

  it.each(services)('have a limit: %s', (_name, { logging }) => {
    expect(logging).toEqual({ driver: 'json-file', options: { 'max-size': '20m', 'max-file': '5' } })
  })

  it.each(services.filter(([, { image }]) => image?.includes('clickhouse-server')))(
    'are limited by the file for ClickHouse: %s',
    (_name, { configs = [] }) => {
      const target = '/etc/clickhouse-server/config.d/waymark-logs.xml'
      expect(configs).toContainEqual({ source: 'clickhouse-logs', target })
      expect(single.configs['clickhouse-logs']).toEqual({ file: 'deploy/clickhouse/logs.xml' })
    },
  )
})

it('ClickHouse can read the file of the Keepers', async () => {
  const keeper = new SpawnedServer(readFileSync(`${root}/deploy/clickhouse/keeper.xml`, 'utf8'), { KEEPER_ID: '1' })
  try {
    await keeper.start()
    expect(await (await fetch(`${keeper.url}/ping`)).text()).toBe('Ok.\n')
  } finally {
    await keeper.remove()
  }
})
