import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { encodeLogo } from '#model/qr-codes/encode-logo.ts'
import type { QrServices } from '#model/qr-codes/qr-work.ts'
import { type QrRequest, renderQr } from '#model/qr-codes/render-qr.ts'
import { openQueue, type RunningWorker, startWorker, type TypedQueue } from '#runtime/queues.ts'
import { connectRedis, connectRedisForQueues, type Redis, whenReady } from '#runtime/redis.ts'
import { visualSettings } from '#schemas/qr-settings.ts'
import { openTestStores, type TestStores } from '../../test/stack/stores.ts'
import { plainPicture, readFile } from './pictures.fixture.ts'
import { processQr } from './process-qr.ts'

let stores: TestStores
let connection: Redis
let queue: TypedQueue<'qr'>
let services: QrServices
let worker: RunningWorker | undefined
let drawn = 0

beforeAll(async () => {
  stores = await openTestStores()
  connection = connectRedisForQueues(stores.urls.redis_url, { name: 'test qr' })
  queue = openQueue('qr', stores.redis)
  services = { redis: stores.redis, qrQueue: queue }
})
afterEach(async () => {
  await worker?.close()
  worker = undefined
})
afterAll(async () => {
  await queue.close()
  connection.disconnect()
  await stores.close()
})

function startDrawing(): void {
  drawn = 0
  worker = startWorker('qr', connection, { concurrency: 1, log: stores.log }, async (job) => {
    drawn += 1
    await processQr(stores.redis, job)
  })
}

let codes = 0
const request = (more: Partial<QrRequest> = {}): QrRequest => ({
  payload: `https://example.com/${++codes}`,
  settings: visualSettings.parse({}),
  logo: null,
  format: 'png',
  ...more,
})

/** On a busy machine, drawing can take longer than the 5 s that a request waits. */
async function untilAvailable<Answer extends { kind: string }>(ask: () => Promise<Answer>): Promise<Answer> {
  let answer = await ask()
  for (let retry = 0; retry < 5 && answer.kind === 'unavailable'; retry += 1) answer = await ask()
  return answer
}
const draw = (asked: QrRequest) => untilAvailable(() => renderQr(services, asked))
const encode = (bytes: Buffer) => untilAvailable(() => encodeLogo(services, bytes))

describe('a code', () => {
  it('is drawn by a worker and scan-checked', async () => {
    startDrawing()
    const asked = request({ size: 300 })
    const answer = await draw(asked)
    if (answer.kind !== 'rendered') throw new Error(JSON.stringify(answer))
    expect(answer).toMatchObject({ mime_type: 'image/png', width: 300, height: 300, scan_check: { ok: true } })
    expect(await readFile(answer.bytes, '#FFFFFF')).toBe(asked.payload)
  })

  it('requested several times at once is drawn once, and not again for a minute', async () => {
    startDrawing()
    const asked = request()
    const answers = await Promise.all(Array.from({ length: 8 }, () => draw(asked)))
    const again = await draw(asked)
    expect(
      new Set([...answers, again].map((answer) => answer.kind === 'rendered' && answer.bytes.toString('base64'))).size,
    ).toBe(1)
    expect(drawn).toBe(1)
    expect((await draw({ ...asked, size: 300 })).kind).toBe('rendered')
    expect(drawn).toBe(2)
  })

  it('that is lost from the cache is drawn again', async () => {
    startDrawing()
    const asked = request()
    await draw(asked)
    await stores.redis.flushdb()
    expect((await draw(asked)).kind).toBe('rendered')
    expect(drawn).toBe(2)
  })

  it('that cannot be scanned is rejected with the setting to change', async () => {
    startDrawing()
    const answer = await draw(request({ settings: visualSettings.parse({ foreground_color: '#EEEEEE' }) }))
    expect(answer).toMatchObject({ kind: 'refused', errors: [{ field: 'visual_settings.foreground_color' }] })
  })

  it('leaves no permanent keys in Redis', async () => {
    startDrawing()
    await draw(request())
    const keys = await stores.redis.keys('qr:{*')
    const lives = await Promise.all(keys.map((key) => stores.redis.pttl(key)))
    expect(keys.length).toBeGreaterThan(0)
    expect(Math.min(...lives)).toBeGreaterThan(0)
    expect(Math.max(...lives)).toBeLessThanOrEqual(60_000)
  })
})

describe('a logo', () => {
  it('is re-encoded by a worker, and drawn into a code', async () => {
    startDrawing()
    const logo = await encode(await plainPicture().jpeg().toBuffer())
    if (logo.kind !== 'encoded') throw new Error(JSON.stringify(logo))
    const settings = visualSettings.parse({ logo: { asset_id: '018f0000-0000-7000-8000-000000000000', size: 0.2 } })
    const bare = request({ settings })
    const [without, with_] = [await draw(bare), await draw({ ...bare, logo: logo.bytes })]
    if (without.kind !== 'rendered' || with_.kind !== 'rendered') throw new Error('both must be readable')
    expect(with_.bytes.equals(without.bytes)).toBe(false)
  })

  it('that is invalid is rejected', async () => {
    startDrawing()
    expect(await encode(Buffer.from('<svg/>'))).toMatchObject({ kind: 'refused' })
    expect(await encode(Buffer.alloc(1024 * 1024 + 1))).toMatchObject({ kind: 'refused' })
  })
})

describe('without a worker', () => {
  it('the request fails within seconds, and at once if many others are waiting', async () => {
    const begun = Date.now()
    expect(await renderQr(services, request())).toEqual({ kind: 'unavailable' })
    expect(Date.now() - begun).toBeGreaterThanOrEqual(5_000)
    const crowd = Array.from({ length: 60 }, () => request())
    for (const asked of crowd) {
      const task = {
        task: 'render',
        payload: asked.payload,
        settings: asked.settings,
        logo: null,
        format: 'png',
        size: 512,
      } as const
      await queue.add({ ...task, result_key: `qr:{${asked.payload}}` }, asked.payload.replaceAll(':', ''))
    }
    const late = request()
    expect(await renderQr(services, late)).toEqual({ kind: 'unavailable' })
    expect((await queue.counts())['waiting']).toBe(61)
  })

  it('the request fails while Redis is down, too', async () => {
    const redis = connectRedis(stores.urls.redis_url, { name: 'test away' })
    await whenReady(redis)
    redis.disconnect()
    expect(await renderQr({ redis, qrQueue: queue }, request())).toEqual({ kind: 'unavailable' })
  })
})
