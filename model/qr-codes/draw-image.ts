import { demand, invalidField, invalidFields, tryLater } from '#core/api-error.ts'
import { mediaTypes, type QrFormat } from '#schemas/qr-choices.ts'
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
  const logo = settings.logo && demand(await selectLogo(services.sql, account_id, settings.logo.asset_id), unknownLogo)
  const drawn = await renderQr(services, { ...drawing, settings, logo, ...(size !== undefined && { size }) })
  if (drawn.kind === 'unavailable') throw noWorker()
  if (drawn.kind === 'refused') throw invalidFields(drawn.errors)
  return drawn
}

export const noWorker = () =>
  tryLater('SERVICE_UNAVAILABLE', 'The image was not drawn in time. Try again in 2 seconds.', 2)

export const unknownLogo = () => invalidField('visual_settings.logo.asset_id', 'Must be the ID of an uploaded logo.')

export const extensions = { svg: 'svg', png: 'png', jpeg: 'jpg', webp: 'webp', pdf: 'pdf' } as const
export const imageTypes = Object.values(mediaTypes)
