import { findUtm } from '#core/visits/find-utm.ts'
import type { Step } from '../click.ts'

export const addUtm: Step = ({ raw, row }) => {
  Object.assign(row, findUtm(raw.query, raw.destination_url))
  return undefined
}
