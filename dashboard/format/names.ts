const regions = new Intl.DisplayNames('en', { type: 'region' })

export function countryName(code: string | null): string {
  if (code === null || !/^[a-z]{2}$/i.test(code)) return 'Unknown'
  return regions.of(code.toUpperCase()) ?? code.toUpperCase()
}

const languages = new Intl.DisplayNames('en', { type: 'language' })

/** Clients may send any text as a language. Intl rejects text that does not match this pattern. */
export const languageName = (code: string): string =>
  /^([a-z]{2,3}|[a-z]{5,8})$/i.test(code) ? (languages.of(code) ?? code) : code

/** The name of a device type, permission or plan. */
export const capitalized = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)
