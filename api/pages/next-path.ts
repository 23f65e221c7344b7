/** The path to open after sign-in. Anything but a path on this host is replaced, which prevents open redirects. */
export function nextPath(wanted: unknown, baseUrl: string, otherwise: string): string {
  if (typeof wanted !== 'string' || !wanted.startsWith('/')) return otherwise
  const url = parse(wanted, baseUrl)
  // Parsed as a browser does: //host, /\host and /<tab>/host point to another host, and /.//host becomes //host.
  if (url === null || url.origin !== new URL(baseUrl).origin || url.pathname.startsWith('//')) return otherwise
  return `${url.pathname}${url.search}${url.hash}`
}

function parse(path: string, baseUrl: string): URL | null {
  try {
    return new URL(path, baseUrl)
  } catch {
    // Not a valid URL, such as //.
    return null
  }
}
