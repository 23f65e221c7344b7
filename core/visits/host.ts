/** The name by which a domain is known: lower case, without its port and the dot of the DNS root. */
export function hostWithoutPort(host: string): string {
  const colon = host.lastIndexOf(':')
  const name = colon > host.lastIndexOf(']') ? host.slice(0, colon) : host
  return (name.endsWith('.') ? name.slice(0, -1) : name).toLowerCase()
}
