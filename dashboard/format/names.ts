const regions = new Intl.DisplayNames('en', { type: 'region' })

export function countryName(code: string | null): string {
  if (code === null || !/^[a-z]{2}$/i.test(code)) return 'Unknown'
  return regions.of(code.toUpperCase()) ?? code.toUpperCase()
}

export const deviceName = (type: string): string => type.charAt(0).toUpperCase() + type.slice(1)
