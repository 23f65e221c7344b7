import type { QrCode } from '#schemas/qr-codes.ts'
import { deleteCode } from '../api/qr-codes.ts'
import { useDeleteLater } from '../parts/delete-later.ts'
import { untitled } from './kinds.ts'

/** Without a short URL: it is not known whether the code has one. */
type Code = Pick<QrCode, 'id' | 'name'> & Partial<Pick<QrCode, 'short_url'>>

/** Hides a code at once, and deletes it unless that is undone. */
export function useDeleteCode(): (code: Code) => void {
  const deleteLater = useDeleteLater()
  return ({ id, name = untitled, short_url }) =>
    deleteLater({
      ids: [id],
      name,
      about: consequenceOf(short_url),
      carryOut: (keepalive) => deleteCode(id, keepalive),
    })
}

function consequenceOf(shortUrl: Code['short_url']): string {
  if (shortUrl === null) return 'Printed copies still work.'
  if (shortUrl === undefined) return 'If it has a short link, the link is deleted too.'
  return 'Its short link is deleted too, so printed copies stop working.'
}
