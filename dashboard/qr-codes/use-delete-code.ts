import type { QrCode } from '#schemas/qr-codes.ts'
import { deleteCode } from '../api/qr-codes.ts'
import { useDeleteLater } from '../parts/delete-later.ts'
import { untitled } from './kinds.ts'

type Code = Pick<QrCode, 'id' | 'name' | 'short_url'>

/** Hides a code at once, and deletes it unless that is undone. */
export function useDeleteCode(): (code: Code) => void {
  const deleteLater = useDeleteLater()
  return ({ id, name = untitled, short_url }) =>
    deleteLater({
      ids: [id],
      name,
      about:
        short_url === null
          ? 'Printed copies still work.'
          : 'Its short link is deleted too, so printed copies stop working.',
      carryOut: (keepalive) => deleteCode(id, keepalive),
    })
}
