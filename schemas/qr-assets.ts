import { z } from 'zod'
import { pageQuery } from './envelope.ts'
import { timestamp } from './moment.ts'
import { text } from './values.ts'

const longestAssetName = 255
export const createQrAssetBody = z.strictObject({
  name: text(longestAssetName).nullish(),
  content: z
    .string()
    .transform((value) => value.replace(/^data:[^,]*;base64,|\s/g, ''))
    .refine((value) => value !== '' && /^[A-Za-z0-9+/]+={0,2}$/.test(value), 'Must be an image encoded in base64.')
    .describe('PNG, JPEG or WebP image as base64 or a data URL. Other types, such as SVG, are rejected.'),
})

export const qrAsset = z
  .object({
    id: z.uuid(),
    name: z.string().nullable(),
    mime_type: z.string(),
    width: z.int(),
    height: z.int(),
    bytes: z.int().describe('File size in bytes.'),
    created_at: timestamp,
  })
  .meta({ id: 'QrAsset' })
export type QrAsset = z.infer<typeof qrAsset>

export const listQrAssetsQuery = pageQuery.omit({ cursor: true })

export const qrAssetParams = z.object({
  id: z
    .guid('Must be a UUID.')
    .transform((id) => id.toLowerCase())
    .meta({ format: 'uuid' }),
})
