import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'esbuild'
import { chromium } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { signedHeaders } from '#core/webhooks/sign.ts'
import { findProgram } from '../../../tools/find-program.ts'
import { runCommand } from '../../../tools/run-command.ts'
import { findChromium } from '../../browser/find-chromium.ts'
import { api, key, useAccounts, useApi } from '../support/use-api.ts'
import { openFaultyWay } from './faulty-way.fixture.ts'
import type { WalkInput, walk } from './walk.fixture.ts'
import { startWorkerd } from './workerd.fixture.ts'

useApi()
useAccounts({ hears: false })

const [deno, bun, workerd] = ['deno', 'bun', 'workerd'].map(findProgram)
const executablePath = await findChromium()
const missing = Object.entries({ deno, bun, workerd }).flatMap(([name, path]) => (path === null ? [name] : []))
if (missing.length > 0)
  console.warn(`SKIPPED: the SDK in ${missing.join(', ')}. Install them with npm run setup:runtimes.`)

const secret = `whsec_${btoa('a'.repeat(32))}`
const body = JSON.stringify({ id: 'evt_1', type: 'url.deleted', data: {} })

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'waymark-sdk-'))
  // Fails if the client imports a module of Node.
  await build({
    entryPoints: [join(import.meta.dirname, 'walk.fixture.ts')],
    outfile: join(folder, 'walk.js'),
    bundle: true,
    platform: 'neutral',
    format: 'esm',
    logLevel: 'silent',
  })
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }')
  await writeFile(
    join(folder, 'main.js'),
    `import process from 'node:process'
     import { walk } from './walk.js'
     console.log(JSON.stringify(await walk(JSON.parse(process.argv[2]))))`,
  )
})
afterAll(() => rm(folder, { recursive: true, force: true }))

for (const [name, command] of [
  ['Node', [process.execPath]],
  ['Deno', deno && [deno, 'run', '--no-prompt', '--allow-net=127.0.0.1']],
  ['Bun', bun && [bun, 'run']],
] as const) {
  it.skipIf(!command)(`the client works in ${name}`, async () => {
    const input = JSON.stringify(await makeInput())
    const { code, output } = await runCommand([...(command ?? []), join(folder, 'main.js'), input])
    expect(code, output).toBe(0)
    expect(JSON.parse(output)).toEqual(expected)
  })
}

it.skipIf(workerd === null)('the client works in workerd, which runs Cloudflare Workers', async () => {
  const origin = await startWorkerd(workerd ?? '', folder)
  const reply = await fetch(origin, { method: 'POST', body: JSON.stringify(await makeInput()) })
  expect(await reply.json()).toEqual(expected)
})

it.skipIf(executablePath === undefined)('the client works in a page of another origin', async () => {
  const site = await serveClient()
  const browser = await chromium.launch({ executablePath: executablePath ?? '', args: ['--no-sandbox'] })
  try {
    const page = await browser.newPage()
    await page.goto(`http://127.0.0.1:${(site.address() as AddressInfo).port}`)
    const input = JSON.stringify(await makeInput())
    expect(await page.evaluate(`import('/walk.js').then(({ walk }) => walk(${input}))`)).toEqual(expected)
  } finally {
    await browser.close()
    site.close()
  }
})

const expected: Awaited<ReturnType<typeof walk>> = {
  destinations: ['https://example.com/1', 'https://example.com/2', 'https://example.com/3'],
  afterRetries: 4,
  name: 'Grüße',
  import: 'csv',
  linesOfExport: 4,
  isMissing: true,
  isInvalid: 'url',
  isUnreachable: true,
  event: 'url.deleted',
  forged: 'WebhookSignatureError',
}

async function makeInput(): Promise<WalkInput> {
  const { url } = await openFaultyWay(api.url, ['lose-response', 'lose-response'])
  const headers = signedHeaders({ id: 'evt_1', timestamp: Math.floor(Date.now() / 1000), body }, [secret])
  return { apiKey: key, baseUrl: api.url, unreliableUrl: url, webhook: { body, headers, secret } }
}

async function serveClient(): Promise<Server> {
  const script = await readFile(join(folder, 'walk.js'))
  const server = createServer(({ url }, response) => {
    const [type, content] = url === '/walk.js' ? ['text/javascript', script] : ['text/html', '<title>A shop</title>']
    response.setHeader('content-type', type).end(content)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return server
}
