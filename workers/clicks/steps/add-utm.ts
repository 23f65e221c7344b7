import { findUtm, noUtm } from '#core/visits/find-utm.ts'
import type { Step } from '../click.ts'

export const addUtm: Step = ({ raw, row }) => {
  const utm = findUtm(raw.query, raw.destination_url)
  if (utm !== noUtm) Object.assign(row, utm)
  return undefined
}
