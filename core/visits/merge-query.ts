/**
 * Merges the query of a visit into the destination, whose own parameters stay unless the visit has them too. Both keep their
 * spelling; characters that are not allowed in a URL are percent-encoded.
 */
export function mergeQuery(destination: string, query: string): string {
  if (query === '') return destination
  const url = new URL(destination)
  const visited = split(query)
  const names = new Set(visited.map(nameOf))
  const own = split(url.search.slice(1)).filter((parameter) => !names.has(nameOf(parameter)))
  url.search = [...own, ...visited].join('&')
  return url.href
}

const split = (query: string) => query.split('&').filter((parameter) => parameter !== '')

function nameOf(parameter: string): string {
  const [name] = new URLSearchParams(parameter).keys()
  return name ?? ''
}
