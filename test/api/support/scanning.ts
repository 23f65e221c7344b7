import { startWorker } from '#runtime/queues.ts'
import { connectRedisForQueues } from '#runtime/redis.ts'
import { openPipeline } from '../../../workers/clicks/pipeline.fixture.ts'
import { processBatch } from '../../../workers/clicks/process-batch.ts'
import { drawCodes } from './draw-codes.ts'
import { startBoth } from './redirecting.ts'

/** The API, a redirector, and workers that draw codes and store clicks, on the same stores. */
export async function startAll(settings: Record<string, string> = {}) {
  const both = await startBoth(settings)
  const { stores, ask } = both
  const drawing = drawCodes(stores)
  const connection = connectRedisForQueues(stores.urls.redis_url, { name: 'test' })
  const pipeline = openPipeline(stores)
  const clicks = startWorker('clicks', connection, { concurrency: 2, log: stores.log }, (job) =>
    processBatch(pipeline, job),
  )
  return {
    ...both,
    async generate(body: Record<string, unknown> = {}) {
      const content = { content_type: 'url', content_data: { url: 'https://example.com/menu' } }
      const answer = await ask('POST', '/qr-codes/generate', { ...content, is_dynamic: true, ...body })
      if (answer.status !== 201) throw new Error(`${answer.status} ${answer.text}`)
      const code = answer.json.data.qrCode
      return { ...code, path: new URL(code.short_url).pathname.slice(1) }
    },
    async close() {
      await drawing.close()
      await clicks.close()
      connection.disconnect()
      await both.close()
    },
  }
}
