import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from '#runtime/config.ts'
import { endpoints } from '../../api/endpoints.ts'
import { tags } from '../../api/frame/introduction.ts'
import { serveReference } from '../../api/frame/reference.ts'
import { findChromium } from './find-chromium.ts'

const run = promisify(execFile)
const chromium = await findChromium()

describe.skipIf(chromium === undefined)('the reference at /docs, in Chromium', () => {
  let app: FastifyInstance
  let folder: string
  let address: string
  /** The resource type of each request of the page. */
  const requested: string[] = []
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'waymark-browser-'))
    app = fastify()
    app.addHook('onRequest', async (request) => {
      requested.push(request.url)
    })
    serveReference(app, {
      baseUrl: readConfig({}).BASE_URL,
      limit: async () => undefined,
      load: () => import('../../api/reference-text.ts'),
    })
    address = await app.listen({ port: 0, host: '127.0.0.1' })
  })
  afterAll(async () => {
    await app.close()
    await rm(folder, { recursive: true, force: true })
  })

  /** The visible text at this anchor of the page. */
  async function read(place: string): Promise<string> {
    const options = ['--headless', '--no-sandbox', '--disable-gpu', `--user-data-dir=${folder}`]
    // Every other host is unreachable: the page must load everything from this server.
    const alone = ['--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1', '--virtual-time-budget=20000']
    const { stdout } = await run(chromium ?? '', [...options, ...alone, '--dump-dom', `${address}/docs${place}`], {
      maxBuffer: 64 * 1024 * 1024,
    })
    return stdout
      .replace(/<(script|style)[^>]*>.*?<\/\1>/gs, '')
      .replace(/<[^>]+>/g, ' ')
      .replace(/&quot;/g, '"')
      .replace(/\s+/g, ' ')
  }

  it('shows an operation with its body, its reply, its errors and an example request', async () => {
    const text = await read('#tag/short-urls/POST/short-urls')
    expect(text).toContain('Create a short URL')
    expect(text).toContain('curl http://localhost: 3000 /api/v1/short-urls')
    expect(text).toContain('"url": "https://example.com/spring-sale"')
    expect(text).toContain('"short_url" : "https://go.example.com/spring"')
    for (const code of ['201', 'BAD_REQUEST', 'INVALID_API_KEY', 'ACCESS_DENIED', 'CONFLICT', 'VALIDATION_ERROR']) {
      expect(text).toContain(code)
    }
    expect(requested).toContain('/api/v1/openapi.json')
  })

  it('lists every feature', async () => {
    const text = (await read('')).replaceAll(' ', '')
    for (const feature of new Set(endpoints.map(({ path }) => path.split('/')[1]))) {
      const title = tags.find(({ name }) => name === feature)?.['x-displayName']
      expect(text).toContain(`Group-${title?.replaceAll(' ', '')}`)
    }
  })
})
