/** The normalized name of a domain: lowercase, without the port and the dot of the DNS root. */
export function hostWithoutPort(host: string): string {
  if (usual.test(host)) return host
  const colon = host.lastIndexOf(':')
  const name = colon > host.lastIndexOf(']') ? host.slice(0, colon) : host
  return (name.endsWith('.') ? name.slice(0, -1) : name).toLowerCase()
}

/** Already normalized, as most names are: this check takes a third of the time of all the others. */
const usual = /^[a-z0-9.-]*[a-z0-9]$/
