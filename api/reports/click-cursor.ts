import { z } from 'zod'
import { malformedFields } from '#core/api-error.ts'
import { notACursor } from '#core/cursor.ts'
import type { ClickPosition } from '#model/clicks/queries/click-page.ts'

const position = z.tuple([z.int().nonnegative(), z.guid()])
const pattern = /^(\d{1,14})_([0-9a-f-]{36})$/

export const writeClickCursor = ({ at, id }: ClickPosition): string => Buffer.from(`${at}_${id}`).toString('base64url')

export function readClickCursor(cursor: string): ClickPosition {
  const [, at, id] = pattern.exec(Buffer.from(cursor, 'base64url').toString()) ?? []
  const parsed = position.safeParse([Number(at), id])
  if (!parsed.success) throw malformedFields([{ field: 'cursor', message: notACursor }])
  return { at: parsed.data[0], id: parsed.data[1] }
}
