import type { Config } from '#runtime/config.ts'

type Site = Pick<Config, 'BASE_URL'>

/** Resources of access tokens (RFC 8707): the REST API and the MCP server. */
export const restAudience = ({ BASE_URL }: Site): string => BASE_URL
export const mcpAudience = ({ BASE_URL }: Site): string => `${BASE_URL}/mcp`

/**
 * The audience for the `resource` parameters: both resources without any, otherwise the given ones. Null if one is unknown.
 * URL parsers add a slash to a bare origin, so a trailing slash is accepted.
 */
export function readAudience(site: Site, resources: readonly string[]): string[] | null {
  const known = [restAudience(site), mcpAudience(site)]
  if (resources.length === 0) return known
  const named = resources.map((resource) => resource.replace(/\/$/, ''))
  return named.every((name) => known.includes(name)) ? known.filter((name) => named.includes(name)) : null
}
