import type { Config } from '#runtime/config.ts'

type Site = Pick<Config, 'BASE_URL'>

/** The resources that access tokens are for (RFC 8707): the REST API, and the MCP server. */
export const restAudience = ({ BASE_URL }: Site): string => BASE_URL
export const mcpAudience = ({ BASE_URL }: Site): string => `${BASE_URL}/mcp`

/**
 * What tokens are for by the `resource` parameters: both without any, else what is named. Null when one names nothing of
 * ours. A slash at the end is what URL parsers add to a bare origin.
 */
export function readAudience(site: Site, resources: readonly string[]): string[] | null {
  const known = [restAudience(site), mcpAudience(site)]
  if (resources.length === 0) return known
  const named = resources.map((resource) => resource.replace(/\/$/, ''))
  return named.every((name) => known.includes(name)) ? known.filter((name) => named.includes(name)) : null
}
