import type { QrRenderHead } from '#model/qr-codes/render-qr.ts'
import type { QrRenderJob } from '#schemas/queues.ts'

/** A code to draw, as a file of `format` that is `size` pixels wide. */
export type RenderTask = Omit<QrRenderJob, 'task' | 'result_key' | 'logo'> & { logo: Buffer | null }

/** The file, or the reasons why there is none. */
export interface Rendered {
  head: QrRenderHead
  bytes: Buffer
}

export type Render = (task: RenderTask) => Promise<Rendered>
