import { longestUtmValue, type UtmField, utmFields } from '#schemas/utm-fields.ts'

interface TakenUtm {
  /** Without the parameters that were taken. The rest of it is unchanged. */
  url: string
  utm: Partial<Record<UtmField, string>>
}

/** Browsers leave these out of URLs, so the names of parameters cannot be compared as they are written. */
const dropped = /[\t\n\r]/

/**
 * Takes these UTM parameters out of a URL, for the fields of a link. addUtm() with them results in the same parameters. One
 * that it would change stays in the URL: empty, more than once, with spaces at an end, too long, or not valid UTF-8.
 */
export function takeUtm(url: string, wanted: readonly UtmField[] = utmFields): TakenUtm {
  const [address = ''] = url.split('#', 1)
  const start = address.indexOf('?')
  if (start === -1 || dropped.test(url)) return { url, utm: {} }
  const parameters = address.slice(start + 1).split('&')
  const isWanted = (name: string) => wanted.some((field) => field === name)
  const names = parameters.map((parameter) => read(parameter).name)
  const taken = parameters.flatMap((parameter, index) => {
    const { name, value } = read(parameter)
    const isOnce = names.indexOf(name) === index && names.lastIndexOf(name) === index
    return isOnce && isWanted(name) && isKept(value) ? [{ index, name, value }] : []
  })
  if (taken.length === 0) return { url, utm: {} }
  const rest = parameters.filter((_parameter, at) => !taken.some(({ index }) => index === at))
  const query = rest.length === 0 ? '' : `?${rest.join('&')}`
  return {
    url: `${address.slice(0, start)}${query}${url.slice(address.length)}`,
    utm: Object.fromEntries(taken.map(({ name, value }) => [name, value])),
  }
}

function read(parameter: string): { name: string; value: string } {
  const [[name, value] = ['', '']] = new URLSearchParams(parameter)
  return { name, value: isUtf8(parameter) ? value : '' }
}

/** Bytes that are not UTF-8 would be replaced. */
function isUtf8(parameter: string): boolean {
  try {
    decodeURIComponent(parameter)
    return true
  } catch (error) {
    // URIError is all that it throws.
    if (error instanceof URIError) return false
    throw error
  }
}

const isKept = (value: string) =>
  value !== '' && value === value.trim() && value.length <= longestUtmValue && !value.includes('\u0000')
