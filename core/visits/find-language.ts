const firstTag = /^\s*([a-z]{2,8})(?=[-_;,\s]|$)/i

/** The primary tag of the first language in Accept-Language: 'en' for 'en-US,de;q=0.7'. */
export function findLanguage(acceptLanguage: string): string {
  return firstTag.exec(acceptLanguage)?.[1]?.toLowerCase() ?? ''
}
