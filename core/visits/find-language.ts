const firstTag = /^\s*([a-z]{2,8})(?=[-_;,\s]|$)/i

/** The primary tag of the first language that a visitor's browser asks for: 'en' of 'en-US,de;q=0.7'. */
export function findLanguage(acceptLanguage: string): string {
  return firstTag.exec(acceptLanguage)?.[1]?.toLowerCase() ?? ''
}
