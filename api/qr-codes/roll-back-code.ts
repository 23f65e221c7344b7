import { demand } from '#core/api-error.ts'
import { readBody } from '#core/read-body.ts'
import { planCodeRestoration } from '#model/history/code-changes.ts'
import type { Restoration } from '#model/history/link-changes.ts'
import { readEarlierState } from '#model/history/read-history.ts'
import { beginRollback } from '#model/history/roll-back.ts'
import { describeQrCode } from '#model/qr-codes/describe-qr-code.ts'
import { findOwnCode } from '#model/qr-codes/read-qr-code.ts'
import { whileThere } from '#model/qr-codes/save-code.ts'
import { updateQrCode } from '#model/qr-codes/update-qr-code.ts'
import { codeRollback, codeRollbackBody } from '#schemas/history.ts'
import { qrCodeParams, type UpdateQrCodeBody, updateQrCodeBody } from '#schemas/qr-codes.ts'
import { endpoint } from '../frame/endpoint.ts'
import { changedSince, noSuchEntry } from '../frame/rollback-refusals.ts'
import { planCodeUpdate } from './update-code.ts'

const noun = 'QR code'

export const rollBackCode = endpoint({
  method: 'POST',
  path: '/qr-codes/{id}/rollback',
  summary: 'Roll back a QR code',
  description:
    'Restores the settings and the content from before a change in the history, which undoes it and all later changes. Content with a password cannot be restored. If the QR code is changed in the meantime, the response is 409 and nothing changes.',
  permission: 'write',
  params: qrCodeParams,
  body: codeRollbackBody,
  reply: codeRollback,
  errors: ['INVALID_INPUT', 'NOT_FOUND', 'CONFLICT', 'SERVICE_UNAVAILABLE'],
  async handle(context) {
    const { params, body, reach, sql, redis, config, log } = context
    const { entry_id, fields, expected_entry_id, dry_run } = body
    const { id } = await findOwnCode(sql, reach, params.id)
    const { earlier, newest } = demand(await readEarlierState(sql, id, entry_id), () => noSuchEntry(noun))
    if (expected_entry_id !== undefined && expected_entry_id !== newest) throw changedSince(noun)
    const before = await findOwnCode(sql, reach, id)
    const plan = planCodeRestoration(before, earlier, fields)
    if (dry_run || plan.restored.length === 0) return { qrCode: describeQrCode(before, config, Date.now()), ...plan }
    const update = await planCodeUpdate({ ...context, body: bodyToRestore(plan) }, before)
    const begin = async (tx: Parameters<typeof beginRollback>[0]) => {
      if (!(await beginRollback(tx, id, { entry_id, newest }))) throw changedSince(noun)
    }
    const code = await whileThere(() => updateQrCode({ sql, redis, config, log }, { before, ...update, begin }))
    return {
      qrCode: describeQrCode(
        demand(code, () => changedSince(noun)),
        config,
        Date.now(),
      ),
      ...plan,
    }
  },
})

/** The body of an update that restores the fields. It is checked, because the rules may have changed since. */
const bodyToRestore = ({ restored }: Restoration): UpdateQrCodeBody =>
  readBody(updateQrCodeBody, Object.fromEntries(restored.map(({ field, after }) => [field, after])))
