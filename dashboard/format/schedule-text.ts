import type { Changes } from '#schemas/schedules.ts'
import { bareUrl } from './urls.ts'

const urlNames = {
  url: 'Destination',
  ios_url: 'iOS destination',
  android_url: 'Android destination',
  fallback_url: 'Fallback URL',
} as const

/** A scheduled change in words, one text for each field. */
export function changeTexts({ is_active, targeting_rules: rules, ...urls }: Changes): string[] {
  const texts = (Object.keys(urlNames) as (keyof typeof urlNames)[]).flatMap((field) => {
    const url = urls[field]
    return url === undefined ? [] : [`${urlNames[field]}: ${url === null ? 'none' : bareUrl(url)}`]
  })
  if (rules !== undefined) texts.push(`Targeting rules: ${rules.map(({ name }) => name).join(', ') || 'none'}`)
  if (is_active !== undefined) texts.push(is_active ? 'Enabled' : 'Disabled')
  return texts
}
