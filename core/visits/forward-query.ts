/** What is forwarded of one visit's query; parameters beyond are left out. This bounds the cost of a visit. */
const mostParameters = 64
const mostCharacters = 2_048
/** Percent-encoding makes a query up to nine times as long. */
const mostIfEncoded = 512
const encodes = /[^\x21\x23-\x3b\x3d\x3f-\x7e]/

/**
 * Adds the query of a visit to the destination. Parameters of the destination win, so that a person who shares a
 * short link cannot change what its owner wrote, except for UTM parameters, which describe the visit. Both keep their spelling;
 * characters that are not allowed in a URL are percent-encoded.
 */
export function forwardQuery(destination: string, query: string): string {
  if (query === '') return destination
  const url = new URL(destination)
  const own = split(url.search.slice(1))
  const ownNames = namesOf(own)
  const fixed = new Set(ownNames.filter((name) => !isUtm(name)))
  const parameters = split(cut(query), mostParameters)
  const visited = fixed.size === 0 ? parameters : without(parameters, fixed)
  url.search = (ownNames.some(isUtm) ? replace(own, visited) : [...own, ...visited]).join('&')
  return url.href
}

/** Sets the parameters of a query in the destination, replacing those of the same name. */
export function setParameters(destination: string, query: string): string {
  if (query === '') return destination
  const url = new URL(destination)
  url.search = replace(split(url.search.slice(1)), split(query)).join('&')
  return url.href
}

const replace = (own: string[], given: string[]): string[] =>
  own.length === 0 ? given : [...without(own, new Set(namesOf(given))), ...given]

function without(parameters: string[], names: ReadonlySet<string>): string[] {
  const own = namesOf(parameters)
  return parameters.filter((_parameter, index) => !names.has(own[index] ?? ''))
}

/** Ends between two parameters. A single longer parameter is left out. */
function cut(query: string): string {
  if (query.length <= mostIfEncoded) return query
  const most = encodes.test(query) ? mostIfEncoded : mostCharacters
  return query.length <= most ? query : query.slice(0, Math.max(0, query.lastIndexOf('&', most)))
}

const split = (query: string, most?: number) => query.split('&', most).filter((parameter) => parameter !== '')

/** Characters that make a name differ from its text. URLs drop tabs and line breaks. */
const encoded = /[%+\t\n\r]/

/** Decoded together if one needs it, since one by one takes longer. */
function namesOf(parameters: string[]): string[] {
  const texts = parameters.map(textOfName)
  if (!texts.some((text) => encoded.test(text))) return texts
  // The letter keeps empty names in their place.
  const joined = texts.map((text) => `n${text}`).join('&')
  return [...new URLSearchParams(joined.replace(/[\t\n\r]/g, '')).keys()].map((name) => name.slice(1))
}

function textOfName(parameter: string): string {
  const end = parameter.indexOf('=')
  return end === -1 ? parameter : parameter.slice(0, end)
}

const isUtm = (name: string) => name.startsWith('utm_')
