import { buildPayload } from '#core/qr/content.ts'
import { describeQrCode } from '#model/qr-codes/describe-qr-code.ts'
import { drawImage, extensions, imageTypes } from '#model/qr-codes/draw-image.ts'
import { type Saved, saveCode } from '#model/qr-codes/save-code.ts'
import { findOwner } from '#model/qr-codes/select-qr-codes.ts'
import { uuidv7 } from '#runtime/uuid.ts'
import { type QrFormat, qrFormats } from '#schemas/qr-choices.ts'
import { type GenerateQrCodeBody, generatedQrCode, generateQrCodeBody } from '#schemas/qr-codes.ts'
import { type Context, endpoint } from '../frame/endpoint.ts'
import { FileReply } from '../frame/file-reply.ts'
import { judgeNewCode } from './judge-code.ts'

export const generateCode = endpoint({
  method: 'POST',
  path: '/qr-codes/generate',
  summary: 'Generate a QR code',
  description: 'Every code is scan-tested before it is returned. Send `Accept: image/*` to get the image itself.',
  permission: 'write',
  body: generateQrCodeBody,
  example: { content_type: 'url', content_data: { url: 'https://example.com/menu' }, name: 'Menu', is_dynamic: true },
  reply: generatedQrCode,
  files: imageTypes,
  status: 201,
  otherStatus: { status: 200, description: 'Temporary code (`save: false`)' },
  errors: ['ACCESS_DENIED', 'CONFLICT', 'SERVICE_UNAVAILABLE'],
  async handle(context) {
    const { body, accept, answer, config } = context
    judgeNewCode(body)
    const format = body.format ?? formatIn(accept) ?? 'png'
    const { code, drawn } = body.save
      ? await saveCode(context, body, format)
      : await drawTemporary(context, body, format)
    const download_url = body.save ? `${config.BASE_URL}/api/v1/qr-codes/${code.id}/image?format=${format}` : null
    if (download_url === null) answer.status = 200
    else answer.headers['location'] = `/api/v1/qr-codes/${code.id}`
    const { mime_type, width, height, bytes, scan_check } = drawn
    if (asksForFile(accept)) {
      const filename = `${code.name ?? 'qr-code'}.${extensions[format]}`
      return new FileReply({ media_type: mime_type, filename, disposition: 'inline', make: async () => bytes })
    }
    const data_url = `data:${mime_type};base64,${bytes.toString('base64')}`
    return {
      qrCode: describeQrCode(code, config, Date.now()),
      image: { format, mime_type, width, height, data_url, download_url },
      scan_check,
    }
  },
})

/** A client that accepts both images and JSON gets JSON. */
const asksForFile = (accept: string): boolean =>
  /\bimage\/|\bapplication\/pdf\b/.test(accept) && !/\bapplication\/json\b|\btext\/html\b/.test(accept)

const formatIn = (accept: string): QrFormat | undefined =>
  qrFormats.find((format) => new RegExp(`\\b(image|application)/${format}\\b`).test(accept))

type Generating = Context<unknown, unknown, unknown>

/** Draws a static code that is not stored. */
async function drawTemporary(
  { account, ...services }: Generating,
  body: GenerateQrCodeBody,
  format: QrFormat,
): Promise<Saved> {
  const { name = null, content, visual_settings, expires_at = null, tags = [] } = body
  const payload = buildPayload(content)
  const drawn = await drawImage(services, { account_id: account.id, payload, settings: visual_settings, format })
  const now = new Date()
  const code = {
    id: `temp-${uuidv7()}`,
    user_id: await findOwner(services.sql, account.id),
    name,
    content,
    payload,
    visual_settings,
    is_dynamic: false,
    tracking_enabled: false,
    link_id: null,
    link: null,
    campaign_id: null,
    tags,
    expires_at,
    source: 'QR_CODE_GENERATOR' as const,
    scan_check: drawn.scan_check,
    scans: 0,
    last_scanned_at: null,
    created_at: now,
    updated_at: now,
  }
  return { code, drawn }
}
