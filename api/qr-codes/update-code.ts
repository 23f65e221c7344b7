import { isDeepStrictEqual } from 'node:util'
import { ApiError, badRequest, invalidField } from '#core/api-error.ts'
import { changedFields, givenFields } from '#core/fields.ts'
import { readBody } from '#core/read-body.ts'
import { hashPassword } from '#model/accounts/passwords.ts'
import { resolveCampaign } from '#model/campaigns/resolve-campaign.ts'
import { describeQrCode, payloadOf } from '#model/qr-codes/describe-qr-code.ts'
import { drawImage } from '#model/qr-codes/draw-image.ts'
import type { FoundQrCode, QrCodeSettings } from '#model/qr-codes/qr-code-row.ts'
import { findOwnCode } from '#model/qr-codes/read-qr-code.ts'
import { refuseContent, whileThere } from '#model/qr-codes/save-code.ts'
import { updateQrCode } from '#model/qr-codes/update-qr-code.ts'
import {
  qrCodeParams,
  qrCodeReply,
  readOnlyQrCodeMembers,
  type UpdateQrCodeBody,
  updateQrCodeBody,
} from '#schemas/qr-codes.ts'
import { type QrContent, qrContent } from '#schemas/qr-content.ts'
import { type Context, endpoint } from '../frame/endpoint.ts'
import { needsDynamic, refusePast, shortUrlIsGone } from './judge-code.ts'

/** Tries before a change gives up because of concurrent changes. */
const mostTries = 5

export const updateCode = endpoint({
  method: 'PUT',
  path: '/qr-codes/{id}',
  summary: 'Update a QR code',
  description: 'Fields that you omit stay unchanged. The content of a static code cannot change.',
  permission: 'write',
  params: qrCodeParams,
  body: updateQrCodeBody,
  readOnly: readOnlyQrCodeMembers,
  current: async ({ params, reach, sql, config }) =>
    describeQrCode(await findOwnCode(sql, reach, params.id), config, Date.now()),
  reply: qrCodeReply,
  errors: ['INVALID_INPUT', 'NOT_FOUND', 'CONFLICT', 'SERVICE_UNAVAILABLE'],
  async handle(context) {
    const { params, reach, sql, redis, config, log } = context
    for (let tries = 0; tries < mostTries; tries++) {
      const before = await findOwnCode(sql, reach, params.id)
      const update = await planCodeUpdate(context, before)
      const code = await whileThere(() => updateQrCode({ sql, redis, config, log }, { before, ...update }))
      if (code !== null) return { qrCode: describeQrCode(code, config, Date.now()) }
    }
    throw new ApiError('CONFLICT', 'This QR code is being changed by other requests. Try again.')
  },
})

type Updating = Context<unknown, unknown, UpdateQrCodeBody>

interface CodeChanges {
  changes: Partial<QrCodeSettings>
  password_hash?: string | null | undefined
}

/** The changes that a body makes to a code. A code whose design changes is drawn again. Throws if a change is not allowed. */
export async function planCodeUpdate(context: Updating, before: FoundQrCode): Promise<CodeChanges> {
  const { body, account, sql, config } = context
  judge(body, before)
  const { name, tags, tracking_enabled, expires_at, password } = body
  const content = readContent(body, before)
  if (content !== undefined) await refuseContent({ sql, config, account_id: account.id }, content)
  const given = {
    name,
    tags,
    tracking_enabled,
    expires_at,
    content,
    campaign_id: body.campaign_id && (await resolveCampaign(sql, account.id, body.campaign_id)),
    visual_settings: body.visual_settings && { ...before.visual_settings, ...givenFields(body.visual_settings) },
  }
  const changes = changedFields(given, before)
  const drawn = changes.visual_settings && (await draw(context, before, changes.visual_settings))
  return {
    changes: { ...changes, ...(drawn && { scan_check: drawn.scan_check }) },
    password_hash: password && before.is_dynamic ? await hashPassword(password) : before.link && password,
  }
}

function judge({ is_dynamic, tracking_enabled, password, expires_at }: UpdateQrCodeBody, before: FoundQrCode): void {
  if (is_dynamic !== undefined && is_dynamic !== before.is_dynamic) {
    throw invalidField('is_dynamic', 'Cannot be changed after the code is created.')
  }
  if (tracking_enabled !== undefined && tracking_enabled !== before.tracking_enabled && !before.is_dynamic) {
    throw invalidField('tracking_enabled', 'Cannot be changed for a static code.')
  }
  if (password && !before.is_dynamic) throw needsDynamic()
  if (password && before.link === null) throw shortUrlIsGone()
  if (expires_at && expires_at.getTime() !== before.expires_at?.getTime()) refusePast(expires_at)
}

/** undefined: the content does not change, as when a record is sent back unchanged. */
function readContent(
  { content_type, content_data }: UpdateQrCodeBody,
  { content: before, is_dynamic, link }: FoundQrCode,
): QrContent | undefined {
  if (content_data === undefined) {
    if (content_type === undefined || content_type === before.content_type) return undefined
    throw badRequest('`content_data` is required when `content_type` changes.')
  }
  const given = { content_type: content_type ?? before.content_type, content_data }
  if (isDeepStrictEqual(given, before)) return undefined
  if (!is_dynamic)
    throw new ApiError('INVALID_INPUT', 'The content of a static QR code cannot be changed. Create a new code instead.')
  const content = readBody(qrContent, given)
  if (isDeepStrictEqual(content, before)) return undefined
  if (link === null) throw shortUrlIsGone()
  return content
}

function draw(context: Updating, before: FoundQrCode, settings: FoundQrCode['visual_settings']) {
  const payload = payloadOf(before, context.config)
  return drawImage(context, { account_id: context.account.id, payload, settings, format: 'png' })
}
