import type { QrAsset } from '#schemas/qr-assets.ts'
import type { AssetRow } from './assets.sql.ts'

export const describeAsset = ({ created_at, ...asset }: AssetRow): QrAsset => ({
  ...asset,
  created_at: created_at.toISOString(),
})
