/** Cookies, passwords, and API keys cross the network in plain text, unless it is only this machine. */
export function isInsecureUrl(baseUrl: string): boolean {
  const { protocol, hostname } = new URL(baseUrl)
  return protocol === 'http:' && !/^(?:(?:.+\.)?localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname)
}
