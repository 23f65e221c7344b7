import { z } from 'zod'
import { contentTypes } from '#schemas/qr-choices.ts'
import { qrCode, qrCodeStatuses } from '#schemas/qr-codes.ts'
import { visualSettingsUpdate } from '#schemas/qr-settings.ts'
import { alias, campaignReference, text } from '#schemas/values.ts'
import type { FileReply } from '../frame/file-reply.ts'
import { ofPage, type PageOf, pageArguments, pageOutput } from './page.ts'
import { tool } from './tool.ts'

const id = z.guid().describe('UUID.')
/** Formats that a model can view. */
const format = z.enum(['png', 'jpeg', 'webp']).default('png')
/** Width limit in pixels: larger images cost an agent more without showing more. */
const largestPicture = 1_024

const contentData = z
  .record(z.string(), z.unknown())
  .describe(
    'Fields by content_type: url {url}; text {text}; wifi {ssid, password, encryption: WPA|WEP|nopass}; vcard {first_name, ' +
      'last_name, email, ...}; email {to, subject, body}; phone {phone}; sms {phone, message}; location {latitude, longitude}.',
  )

const look = visualSettingsUpdate
  .pick({
    margin: true,
    error_correction: true,
    foreground_color: true,
    background_color: true,
    background_transparent: true,
    dot_style: true,
    eye_frame_style: true,
    eye_ball_style: true,
  })
  .optional()
  .describe('Design of the code. Colors such as #1A2B3C. Default: plain black on white.')

const brief = qrCode.pick({
  id: true,
  name: true,
  content_type: true,
  is_dynamic: true,
  short_url: true,
  scan_count: true,
  status: true,
  tags: true,
  created_at: true,
})

/** The fields of each type of content are described where an agent sets them. */
const whole = qrCode.omit({ user_id: true, visual_settings: true, source: true }).extend({
  content_data: z.record(z.string(), z.unknown()),
  error_correction: qrCode.shape.error_correction.describe('Level of the drawn code.'),
})

interface Coded {
  qrCode: z.input<typeof qrCode>
}
interface Generated extends Coded {
  image: { data_url: string; mime_type: string }
}

const createQrCode = tool({
  name: 'create_qr_code',
  title: 'Create a QR code',
  description:
    'Creates a QR code and returns its scan-tested image. The content of a dynamic code (`is_dynamic`) can change after ' +
    'printing, and its scans are counted: use it for anything printed. A static code can never change. Returns the ' +
    'record with `scan_check`: if ok is false or there are warnings, choose a simpler design.',
  effect: 'creates',
  calls: ['POST /qr-codes/generate'],
  input: z.strictObject({
    content_type: z.enum(contentTypes),
    content_data: contentData,
    name: text(255).optional(),
    is_dynamic: z.boolean().optional().describe('Default: true for url, otherwise false.'),
    tracking_enabled: z.boolean().optional().describe('Record scans. Default: same as is_dynamic.'),
    custom_alias: alias.optional().describe('Slug of its short URL.'),
    campaign_id: campaignReference.optional().describe('Campaign UUID or name.'),
    tags: z.array(z.string()).max(20).optional(),
    expires_at: z.string().max(64).optional().describe('ISO 8601 date and time with a time zone.'),
    visual_settings: look,
    format,
  }),
  output: whole,
  ask({ is_dynamic, tracking_enabled, ...args }) {
    const dynamic = is_dynamic ?? args.content_type === 'url'
    return { body: { ...args, is_dynamic: dynamic, tracking_enabled: tracking_enabled ?? dynamic } }
  },
  tell: ({ qrCode }: Generated) => qrCode,
  picture: ({ image }: Generated) => ({
    data: image.data_url.slice(image.data_url.indexOf(',') + 1),
    mime_type: image.mime_type,
  }),
})

const getQrCode = tool({
  name: 'get_qr_code',
  title: 'Get a QR code',
  description: 'Returns one QR code: its content, short URL, and lifetime scans. For the image, use get_qr_code_image.',
  effect: 'reads',
  calls: ['GET /qr-codes/{id}'],
  input: z.strictObject({ id }),
  output: whole,
  ask: (params) => ({ params }),
  tell: ({ qrCode }: Coded) => qrCode,
})

const getQrCodeImage = tool({
  name: 'get_qr_code_image',
  title: 'Get the image of a QR code',
  description: 'Returns the image of an existing QR code.',
  effect: 'reads',
  calls: ['GET /qr-codes/{id}/image'],
  input: z.strictObject({
    id,
    format,
    size: z.int().min(64).max(largestPicture).default(512).describe('Width in pixels.'),
  }),
  output: z.object({ mime_type: z.string(), filename: z.string() }),
  ask: ({ id, ...query }) => ({ params: { id }, query: { size: 512, ...query } }),
  tell: ({ contents }: FileReply) => ({ mime_type: contents.media_type, filename: contents.filename }),
  picture: async ({ contents }: FileReply) => {
    const bytes = await contents.make()
    if (!Buffer.isBuffer(bytes)) throw new Error('an image came as a stream')
    return { data: bytes.toString('base64'), mime_type: contents.media_type }
  },
})

const listQrCodes = tool({
  name: 'list_qr_codes',
  title: 'List QR codes',
  description:
    'Lists the QR codes of the account, newest first, 10 per page. `search` matches part of the name or content.',
  effect: 'reads',
  calls: ['GET /qr-codes'],
  input: z.strictObject({
    search: text(200).optional(),
    content_type: z.enum(contentTypes).optional(),
    status: z.enum([...qrCodeStatuses, 'all']).default('all'),
    campaign_id: campaignReference.optional().describe('Campaign UUID or name.'),
    ...pageArguments,
  }),
  output: z.object({ qr_codes: z.array(brief), pagination: pageOutput }),
  ask: (args) => ({ query: ofPage(args) }),
  tell: ({ data, pagination }: PageOf<typeof brief>) => ({ qr_codes: data, pagination }),
})

const updateQrCode = tool({
  name: 'update_qr_code',
  title: 'Update a QR code',
  description:
    'Updates a QR code. `content_data` changes the destination of a dynamic code without reprinting it; the content of a ' +
    'static code cannot change (INVALID_INPUT). Omitted fields stay unchanged. Returns the new record.',
  effect: 'changes',
  calls: ['PUT /qr-codes/{id}'],
  input: z.strictObject({
    id,
    name: text(255).nullish(),
    content_data: contentData.optional(),
    campaign_id: campaignReference.nullish(),
    tags: z.array(z.string()).max(20).optional(),
    expires_at: z.string().max(64).nullish(),
    visual_settings: look,
  }),
  output: whole,
  ask: ({ id, ...body }) => ({ params: { id }, body }),
  tell: ({ qrCode }: Coded) => qrCode,
})

export const qrTools = [createQrCode, getQrCode, getQrCodeImage, listQrCodes, updateQrCode]
