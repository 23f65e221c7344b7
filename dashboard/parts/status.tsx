import type { ShortUrlStatus } from '#schemas/links.ts'
import { linkStatuses } from '../api/link-status.ts'
import { Pill } from './pill.tsx'

export function Status({ status }: { status: ShortUrlStatus }) {
  const { name, look } = linkStatuses[status]
  return <Pill look={look}>{name}</Pill>
}
