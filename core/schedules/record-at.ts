import type { LinkExtras, LinkRecord } from '#schemas/link-record.ts'

/** The record at this time, in Unix milliseconds. Returns the same object if no scheduled change is due. */
export function recordAt(record: LinkRecord, now: number): LinkRecord {
  let current = record
  while (hasDueChange(current, now)) current = afterNextChange(current)
  return current
}

/** A change is due from its exact time. */
export function hasDueChange({ extras }: LinkRecord, now: number): boolean {
  const next = extras?.later?.[0]
  return next !== undefined && next.at <= now
}

/** The record after its next scheduled change. */
export function afterNextChange({ extras: { later = [], ...extras } = {}, ...record }: LinkRecord): LinkRecord {
  const [change, ...rest] = later
  const members = Object.entries({ ...extras, ...change?.extras, ...(rest.length > 0 && { later: rest }) })
  const left = members.filter(([, value]) => value !== null && value !== undefined)
  return {
    ...record,
    url: change?.url ?? record.url,
    ...(left.length > 0 && { extras: Object.fromEntries(left) as LinkExtras }),
  }
}
