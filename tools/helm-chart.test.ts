import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { parseAllDocuments } from 'yaml'
import { readConfig, settings } from '#runtime/config.ts'
import { findProgram } from './find-program.ts'
import { root } from './root.ts'
import { runCommand } from './run-command.ts'

const chart = `${root}/deploy/helm/waymark`
const cases = ['least', 'ingress', 'balancer']
/** The oldest version that the chart supports; Helm built from source pretends to be an older one. */
const kubernetes = ['--kube-version', '1.27.0']

/** Fixed in the chart: stores and keys come from the secret, and each process has one container. */
const ofTheChart = [
  ...['API_PORT', 'REDIRECT_PORT', 'METRICS_PORT_API', 'METRICS_PORT_REDIRECTOR', 'METRICS_PORT_WORKERS'],
  ...['DATABASE_URL', 'REDIS_URL', 'CLICKHOUSE_URL', 'REDIS_BIN'],
  ...['ENCRYPTION_KEY', 'OTEL_EXPORTER_OTLP_HEADERS', 'SMTP_URL', 'SAFE_BROWSING_KEY', 'WEB_RISK_KEY', 'PHISHTANK_URL'],
  ...['REDIRECTOR_PROCESSES', 'WORKER_PROCESSES', 'INSTANCE', 'DATA_DIR'],
]

it('the chart accepts every setting that it does not fix, and no others', () => {
  const schema = JSON.parse(readFileSync(`${chart}/values.schema.json`, 'utf8'))
  const rest = Object.keys(settings).filter((name) => !ofTheChart.includes(name))
  expect(Object.keys(schema.properties.settings.properties).toSorted()).toEqual(rest.toSorted())
})

const helm = findProgram('helm')
if (helm === null)
  console.warn('Helm is not installed, so the chart is not rendered: see deploy/helm/waymark/README.md')

/** What is read here of any object of Kubernetes. */
interface Rendered {
  apiVersion: string
  kind: string
  metadata: { name: string; annotations?: Record<string, string> }
  spec?: {
    replicas?: number
    template?: { spec: { containers: Container[]; volumes: { name: string }[] } }
    maxUnavailable?: number
    clusterIP?: string
    ports?: object[]
  }
}
interface Container {
  name: string
  volumeMounts: { name: string; mountPath: string }[]
  env: { name: string; value?: string; valueFrom?: { secretKeyRef: { name: string; key: string } } }[]
}

const secretValues: Record<string, string> = {
  DATABASE_URL: 'postgres://waymark:secret@postgres/waymark',
  REDIS_URL: 'redis://redis:6379',
  CLICKHOUSE_URL: 'http://clickhouse:8123/waymark',
  ENCRYPTION_KEY: 'k'.repeat(32),
  OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20key',
}

describe.skipIf(helm === null)('the chart', () => {
  const rendered = new Map<string, Rendered[]>()
  const run = (...args: string[]) => runCommand([helm ?? '', ...args])
  const render = (name: string, ...args: string[]) =>
    run('template', 'trial', chart, ...kubernetes, '--values', `${chart}/ci/${name}.yaml`, ...args)

  beforeAll(async () => {
    for (const name of cases) {
      const { code, output } = await render(name)
      expect([name, code, code === 0 ? '' : output]).toEqual([name, 0, ''])
      rendered.set(
        name,
        parseAllDocuments(output).flatMap((document) => document.toJS() ?? []),
      )
    }
  })

  const find = (name: string, kind: string) => (rendered.get(name) ?? []).filter((object) => object.kind === kind)

  it.each(cases)('passes helm lint with %s.yaml', async (name) => {
    const { code, output } = await run('lint', '--strict', chart, ...kubernetes, '--values', `${chart}/ci/${name}.yaml`)
    expect([code, output]).toEqual([0, expect.stringContaining('0 chart(s) failed')])
  })

  it('consists of objects of the types of Kubernetes, and a wrong field would be found', async () => {
    // Inside the tree, so that the compiler finds the packages.
    mkdirSync(`${root}/.cache`, { recursive: true })
    const folder = mkdtempSync(`${root}/.cache/chart-`)
    afterAll(() => rmSync(folder, { recursive: true, force: true }))
    const objects = [...rendered.values()].flat()
    const [faulty] = find('least', 'Deployment').map((object) => JSON.stringify(object))
    const planted = ['"livenessProbe"', '"readOnlyRootFilesystem":true'].map((part) => {
      const fault = part.replace('Probe', 'Prove').replace(':true', ':"yes"')
      expect(faulty).toContain(part)
      return JSON.parse(faulty?.replace(part, fault) ?? '') as Rendered
    })
    writeFileSync(join(folder, 'rendered.ts'), declarations(objects))
    writeFileSync(join(folder, 'planted.ts'), declarations(planted))
    const tsc = [process.execPath, `${root}/node_modules/typescript/bin/tsc`, '--ignoreConfig', '--noEmit', '--strict']
    const { output } = await runCommand([
      ...tsc,
      '--skipLibCheck',
      join(folder, 'rendered.ts'),
      join(folder, 'planted.ts'),
    ])
    const errors = output.split('\n').filter((line) => line.includes('error TS'))
    expect(errors.filter((line) => !line.includes('planted.ts'))).toEqual([])
    expect(errors.join('\n')).toMatch(/livenessProve[^]*'string' is not assignable to type 'boolean/)
    expect(objects.length).toBeGreaterThan(30)
  })

  it('gives each container settings that it accepts', () => {
    const containers = [...rendered.values()].flat().flatMap((object) => object.spec?.template?.spec.containers ?? [])
    expect(new Set(containers.map(({ name }) => name))).toEqual(new Set(['api', 'redirector', 'workers', 'migrate']))
    for (const { env } of containers) {
      const given = Object.fromEntries(
        env.map(({ name, value, valueFrom }) => [name, value ?? secretValues[valueFrom?.secretKeyRef.key ?? '']]),
      )
      expect(Object.keys(given).filter((name) => !(name in settings) && name !== 'NODE_EXTRA_CA_CERTS')).toEqual([])
      expect(Object.keys(given)).toHaveLength(env.length)
      expect(readConfig(given)).toMatchObject({ DATA_DIR: '/data', ...secretUrls })
    }
    const traced = find('ingress', 'Deployment')[0]?.spec?.template?.spec.containers[0]?.env ?? []
    expect(traced).toContainEqual({ name: 'OTEL_TRACES_SAMPLER_ARG', value: '0.001' })
    expect(traced).toContainEqual({ name: 'VISITOR_WINDOW_DAYS', value: '7' })
  })

  it('mounts the extra volumes in every pod, and trusts the authorities of a file', () => {
    const pods = (name: string) => (rendered.get(name) ?? []).flatMap(({ spec }) => spec?.template?.spec ?? [])
    expect(pods('ingress')).toHaveLength(4)
    for (const { volumes, containers } of pods('ingress')) {
      expect(volumes.map(({ name }) => name)).toEqual(expect.arrayContaining(['tmp', 'authorities', 'places']))
      expect(containers[0]?.volumeMounts).toContainEqual(
        expect.objectContaining({ name: 'places', mountPath: '/etc/waymark/places' }),
      )
      expect(containers[0]?.env).toContainEqual({
        name: 'NODE_EXTRA_CA_CERTS',
        value: '/etc/waymark/authorities/ca.crt',
      })
    }
    expect(JSON.stringify(pods('least'))).not.toMatch(/NODE_EXTRA_CA_CERTS|authorities/)
  })

  it('has a service without an IP address for the internal port of the API', () => {
    const services = find('least', 'Service').filter(({ metadata }) => metadata.name === 'trial-waymark-api-internal')
    expect(services.map(({ spec }) => [spec?.clusterIP, spec?.ports])).toEqual([
      ['None', [{ name: 'metrics', port: 9090, targetPort: 'metrics' }]],
    ])
  })

  it('keeps a volume for each redirector, and migrates before anything else changes', () => {
    expect(find('least', 'StatefulSet')).toMatchObject([
      {
        spec: {
          persistentVolumeClaimRetentionPolicy: { whenDeleted: 'Retain', whenScaled: 'Retain' },
          volumeClaimTemplates: [{ metadata: { name: 'data' }, spec: { accessModes: ['ReadWriteOnce'] } }],
        },
      },
    ])
    expect(find('least', 'Job')[0]?.metadata.annotations).toMatchObject({ 'helm.sh/hook': 'pre-install,pre-upgrade' })
    expect(find('balancer', 'Job')).toEqual([])
  })

  it('leaves the number of pods to autoscaling where that is enabled', () => {
    const pods = [...find('ingress', 'Deployment'), ...find('ingress', 'StatefulSet')]
    expect(pods.map(({ spec }) => spec?.replicas)).toEqual([undefined, undefined, undefined])
    expect(find('ingress', 'HorizontalPodAutoscaler')).toHaveLength(3)
    expect(find('ingress', 'Ingress')).toHaveLength(2)
    expect(find('least', 'PodDisruptionBudget').map(({ spec }) => spec?.maxUnavailable)).toEqual([1, 1, 1])
    expect(find('least', 'HorizontalPodAutoscaler')).toEqual([])
  })

  it('keeps the present number of pods when autoscaling is turned on', async () => {
    const cluster = await startCluster({
      '/deployments/trial-waymark-api': 5,
      '/statefulsets/trial-waymark-redirector': 7,
    })
    const { code, output } = await render('ingress', '--dry-run=server', '--kube-apiserver', cluster)
    expect([code, code === 0 ? '' : output]).toEqual([0, ''])
    const objects = parseAllDocuments(output).map((document) => document.toJS() as Rendered | null)
    const pods = objects.filter((object) => object?.kind === 'Deployment' || object?.kind === 'StatefulSet')
    expect(Object.fromEntries(pods.map((object) => [object?.metadata.name, object?.spec?.replicas]))).toEqual({
      'trial-waymark-api': 5,
      'trial-waymark-redirector': 7,
      'trial-waymark-workers': undefined,
    })
  })

  it('scales on a CPU limit, which is also the request', async () => {
    const values = 'api.autoscaling.enabled=true,api.resources.limits.cpu=1'
    expect((await render('least', '--set', values)).output).toContain('kind: HorizontalPodAutoscaler')
  })

  it.each([
    ['an unknown setting', 'settings.LOG_LEVLE=info', 'LOG_LEVLE'],
    ['a setting that the chart fixes', 'settings.API_PORT=80', 'API_PORT'],
    ['a secret in a plain setting', 'settings.DATABASE_URL=postgres://a/b', 'DATABASE_URL'],
    ['a misspelled value', 'redirector.replica=3', 'replica'],
    ['a number that is none', 'api.replicas=many', 'replicas'],
    ['no image', 'image.repository=', 'repository'],
    ['an ingress without hosts', 'api.ingress.enabled=true', 'hosts'],
    ['autoscaling without a CPU request', 'api.autoscaling.enabled=true', 'needs api.resources.requests.cpu'],
    [
      'autoscaling with a request of memory only',
      'workers.autoscaling.enabled=true,workers.resources.requests.memory=1Gi',
      'needs workers.resources.requests.cpu',
    ],
  ])('rejects %s', async (_what, value, name) => {
    const { code, output } = await render('least', '--set', value)
    expect([code === 0, output]).toEqual([false, expect.stringContaining(name)])
  })
})

/** The part of the API of Kubernetes that Helm reads, with the number of pods of these objects. Returns its URL. */
async function startCluster(pods: Record<string, number>): Promise<string> {
  const resources = { deployments: 'Deployment', statefulsets: 'StatefulSet' }
  const json = { 'content-type': 'application/json' }
  const server = createServer(({ url = '' }, response) => {
    const reply = (status: number, content: object) => response.writeHead(status, json).end(JSON.stringify(content))
    if (new URL(url, 'http://cluster').pathname === '/apis/apps/v1')
      return reply(200, {
        ...{ kind: 'APIResourceList', apiVersion: 'v1', groupVersion: 'apps/v1' },
        resources: Object.entries(resources).map(([name, kind]) => ({ name, kind, namespaced: true, verbs: ['get'] })),
      })
    const [path, replicas] = Object.entries(pods).find(([end]) => url.endsWith(end)) ?? []
    if (path === undefined) return reply(404, { kind: 'Status', apiVersion: 'v1', reason: 'NotFound', code: 404 })
    const [, plural = '', name] = path.split('/')
    const kind = resources[plural as keyof typeof resources]
    return reply(200, { apiVersion: 'apps/v1', kind, metadata: { name }, spec: { replicas } })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const { OTEL_EXPORTER_OTLP_HEADERS: _, ENCRYPTION_KEY: __, ...secretUrls } = secretValues

/** Typed constants: the compiler then reports unknown fields and wrong types. */
function declarations(objects: readonly Rendered[]): string {
  const lines = objects.map((object, index) => {
    const group = object.apiVersion.includes('/') ? object.apiVersion.replace('.k8s.io', '') : 'core/v1'
    return `export const object${index}: import('kubernetes-types/${group}').${object.kind} = ${JSON.stringify(object)}`
  })
  return `${lines.join('\n')}\n`
}
