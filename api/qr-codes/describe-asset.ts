import type { AssetRow } from '#model/qr-codes/assets.ts'
import type { QrAsset } from '#schemas/qr-assets.ts'

export const describeAsset = ({ created_at, ...asset }: AssetRow): QrAsset => ({
  ...asset,
  created_at: created_at.toISOString(),
})
