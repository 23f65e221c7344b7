/** Where a sign-in leads: a path of ours, whatever was asked for. Only what begins with one slash stays on this host. */
export function nextPath(wanted: unknown, baseUrl: string, otherwise: string): string {
  if (typeof wanted !== 'string' || !wanted.startsWith('/')) return otherwise
  const url = parse(wanted, baseUrl)
  // Read as a browser reads it: //host, /\host and /<tab>/host name another host, and /.//host becomes //host.
  if (url === null || url.origin !== new URL(baseUrl).origin || url.pathname.startsWith('//')) return otherwise
  return `${url.pathname}${url.search}${url.hash}`
}

function parse(path: string, baseUrl: string): URL | null {
  try {
    return new URL(path, baseUrl)
  } catch {
    // Such as //: it names no address at all.
    return null
  }
}
