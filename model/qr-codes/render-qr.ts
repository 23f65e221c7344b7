import { z } from 'zod'
import type { QrFormat } from '#schemas/qr-choices.ts'
import { scanCheck, type VisualSettings } from '#schemas/qr-settings.ts'
import { askForQrWork, type QrServices } from './qr-work.ts'

export interface QrRequest {
  /** The short URL of a dynamic or tracked code, otherwise the content as `buildPayload` (core/qr/content.ts) encodes it. */
  payload: string
  settings: VisualSettings
  /** The PNG of settings.logo, as `encodeLogo` made it; null without a logo. */
  logo: Buffer | null
  format: QrFormat
  /** Width in pixels; defaults to that of the settings. */
  size?: number
}

const rendered = z.object({
  kind: z.literal('rendered'),
  mime_type: z.string(),
  width: z.int(),
  height: z.int(),
  scan_check: scanCheck,
})
const refused = z.object({
  kind: z.literal('refused'),
  /** The `details.errors` of VALIDATION_ERROR. */
  errors: z.array(z.object({ field: z.string(), message: z.string() })),
})
/** The worker's result without the image. */
export const qrRenderHead = z.discriminatedUnion('kind', [rendered, refused])
export type QrRenderHead = z.infer<typeof qrRenderHead>
export type QrRefusal = z.infer<typeof refused>

export type QrRender =
  | (z.infer<typeof rendered> & { bytes: Buffer })
  | QrRefusal
  /** No worker responded within 5 s, or Redis is unavailable: 503. */
  | { kind: 'unavailable' }

/** Draws a code in a worker and waits for it. A rendered image has been decoded to exactly its payload. */
export async function renderQr(services: QrServices, request: QrRequest): Promise<QrRender> {
  const { payload, settings, logo, format } = request
  const size = request.size ?? settings.size
  const task = { task: 'render', payload, settings, logo: logo?.toString('base64') ?? null, format, size } as const
  const work = await askForQrWork(services, task)
  if (work === null) return { kind: 'unavailable' }
  const head = qrRenderHead.parse(work.head)
  return head.kind === 'refused' ? head : { ...head, bytes: work.bytes }
}
