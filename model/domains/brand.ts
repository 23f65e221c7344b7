import { ApiError, invalidField } from '#core/api-error.ts'
import { violates } from '#runtime/postgres.ts'
import type { Brand, BrandInput } from '#schemas/domains.ts'
import { selectLogo } from '../qr-codes/assets.ts'
import { noWorker } from '../qr-codes/draw-image.ts'
import { encodePageLogo } from '../qr-codes/encode-logo.ts'
import type { Stores } from '../stores.ts'

/** The brand as it is stored with its domain. */
export interface BrandColumns {
  brand_name: string | null
  brand_color: string | null
  brand_logo_id: string | null
}

export interface BrandChange extends BrandColumns {
  /** A small PNG. */
  brand_logo: Buffer | null
}

export function describeBrand({ brand_name, brand_color, brand_logo_id }: BrandColumns): Brand {
  if (brand_name === null && brand_color === null && brand_logo_id === null) return null
  return { name: brand_name, color: brand_color, logo_asset_id: brand_logo_id }
}

/** What to store for a requested brand; {} if none was requested. A worker makes the small copy of the logo. */
export async function prepareBrand(
  stores: Pick<Stores, 'sql' | 'redis' | 'qrQueue'>,
  accountId: string,
  given: BrandInput | null | undefined,
): Promise<BrandChange | Record<never, never>> {
  if (given === undefined) return {}
  const { name = null, color = null, logo_asset_id = null } = given ?? {}
  const brand_logo = logo_asset_id === null ? null : await shrinkLogo(stores, accountId, logo_asset_id)
  return { brand_name: name, brand_color: color, brand_logo_id: logo_asset_id, brand_logo }
}

async function shrinkLogo(
  { sql, redis, qrQueue }: Pick<Stores, 'sql' | 'redis' | 'qrQueue'>,
  accountId: string,
  id: string,
): Promise<Buffer> {
  const logo = await selectLogo(sql, accountId, id)
  if (logo === undefined) throw noSuchLogo()
  const small = await encodePageLogo({ redis, qrQueue }, logo)
  if (small.kind === 'unavailable') throw noWorker()
  if (small.kind === 'refused') throw new ApiError('CONFLICT', `This logo cannot be shown on pages. ${small.message}`)
  return small.bytes
}

const noSuchLogo = () => invalidField('brand.logo_asset_id', 'Logo not found. Upload it first.')

/** The logo was deleted while the brand was being stored. */
export function refuseDeletedLogo(error: unknown): never {
  throw violates(error, 'domains_brand_logo_id_fkey') ? noSuchLogo() : error
}
