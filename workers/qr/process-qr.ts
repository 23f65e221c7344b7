import { keepQrWork, largestResultBytes } from '#model/qr-codes/qr-work.ts'
import type { Redis } from '#runtime/redis.ts'
import type { JobOf } from '#schemas/queues.ts'
import { encodeLogo, encodePageLogo } from './encode-logo.ts'
import { renderCode } from './render-code.ts'
import type { Render, Rendered } from './render-task.ts'

/** Runs a job and stores the result under the key that the caller polls. */
export async function processQr(redis: Redis, job: JobOf<'qr'>, render: Render = renderCode): Promise<void> {
  if (job.task === 'logo') {
    const encode = job.for_pages ? encodePageLogo : encodeLogo
    await keepQrWork(redis, job.result_key, await encode(Buffer.from(job.upload, 'base64')))
    return
  }
  const { payload, settings, size, format } = job
  const logo = job.logo === null ? null : Buffer.from(job.logo, 'base64')
  const rendered = await render({ payload, settings, size, format, logo })
  await keepQrWork(redis, job.result_key, rendered.bytes.length > largestResultBytes ? tooLarge : rendered)
}

const limit = `${largestResultBytes / 1024 ** 2} MB`
const tooLarge: Rendered = {
  head: {
    kind: 'refused',
    errors: [{ field: 'visual_settings.size', message: `Must be smaller: the file would be over ${limit}.` }],
  },
  bytes: Buffer.alloc(0),
}
