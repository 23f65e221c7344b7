import { findLanguage } from '#core/visits/find-language.ts'
import type { Step } from '../click.ts'

export const addLanguage: Step = ({ raw, row }) => {
  row.language = findLanguage(raw.language)
  return undefined
}
