/** The first language without a lower quality, as nearly all browsers send it. */
const usual = /^\s*([a-z]{2,8})(?:[-_][^,;]*)?\s*(?:,|$)/i
const tag = /^\s*([a-z]{2,8})(?=[-_;\s]|$)/i
/** A script may precede the country: zh-Hant-TW. */
const tagWithCountry = /^\s*([a-z]{2,8})(?:[-_][a-z]{4})?[-_]([a-z]{2}|\d{3})(?=[-_;\s]|$)/i
const quality = /;\s*q\s*=\s*(\d(?:\.\d*)?)\s*$/i
const mostLanguages = 20

/** The primary tag of the preferred language in Accept-Language: 'en' for 'en-US,de;q=0.7', 'fr' for 'de;q=0.1,fr;q=0.9'. */
export function findLanguage(acceptLanguage: string): string {
  const first = usual.exec(acceptLanguage)?.[1]
  return (first ?? findPreferred(acceptLanguage)).toLowerCase()
}

/** The same with the country of the language, if there is one: 'pt-br' for 'pt-BR,en;q=0.5'. */
export function findLanguageTag(acceptLanguage: string): string {
  const end = acceptLanguage.indexOf(',')
  const first = end === -1 ? acceptLanguage : acceptLanguage.slice(0, end)
  const range = usual.test(acceptLanguage) ? first : findPreferredRange(acceptLanguage)
  const [, language = '', country] = tagWithCountry.exec(range) ?? tag.exec(range) ?? []
  return (country === undefined ? language : `${language}-${country}`).toLowerCase()
}

const findPreferred = (acceptLanguage: string): string => tag.exec(findPreferredRange(acceptLanguage))?.[1] ?? ''

/** The first of those with the highest quality. A quality of 0 excludes a language. */
function findPreferredRange(acceptLanguage: string): string {
  let preferred = ''
  let highest = 0
  for (const range of acceptLanguage.split(',', mostLanguages)) {
    const name = tag.exec(range)?.[1]
    const preference = qualityOf(range)
    if (name === undefined || preference <= highest) continue
    preferred = range
    highest = preference
  }
  return preferred
}

/** 1 without a quality; 0 if it is not a number, such as at the end of a header that was cut. */
const qualityOf = (range: string): number => (range.includes(';') ? Number(quality.exec(range)?.[1] ?? 0) : 1)
