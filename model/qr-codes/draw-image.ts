import { ApiError, invalidField, invalidFields } from '#core/api-error.ts'
import type { QrFormat } from '#schemas/qr-choices.ts'
import type { VisualSettings } from '#schemas/qr-settings.ts'
import type { Stores } from '../stores.ts'
import { selectLogo } from './assets.ts'
import { type QrRender, renderQr } from './render-qr.ts'

type Drawn = Extract<QrRender, { kind: 'rendered' }>

export interface Drawing {
  account_id: string
  payload: string
  settings: VisualSettings
  format: QrFormat
  size?: number | undefined
}

type DrawingServices = Pick<Stores, 'sql' | 'redis' | 'qrQueue'>

/** Has a worker draw and scan-test a code. Throws ApiError if it cannot be scanned or no worker responds in time. */
export async function drawImage(
  services: DrawingServices,
  { account_id, settings, size, ...drawing }: Drawing,
): Promise<Drawn> {
  const logo = settings.logo && (await findLogo(services, account_id, settings.logo.asset_id))
  const drawn = await renderQr(services, { ...drawing, settings, logo, ...(size !== undefined && { size }) })
  if (drawn.kind === 'unavailable') throw noWorker()
  if (drawn.kind === 'refused') throw invalidFields(drawn.errors)
  return drawn
}

export const noWorker = () =>
  new ApiError('SERVICE_UNAVAILABLE', 'Generating the image took too long. Try again in 2 seconds.', undefined, {
    'retry-after': '2',
  })

async function findLogo({ sql }: DrawingServices, accountId: string, assetId: string): Promise<Buffer> {
  const logo = await selectLogo(sql, accountId, assetId)
  if (logo === undefined) throw unknownLogo()
  return logo
}

export const unknownLogo = () => invalidField('visual_settings.logo.asset_id', 'Must be the ID of an uploaded logo.')

export const extensions = { svg: 'svg', png: 'png', jpeg: 'jpg', webp: 'webp', pdf: 'pdf' } as const
export const imageTypes = ['image/png', 'image/svg+xml', 'image/jpeg', 'image/webp', 'application/pdf'] as const
