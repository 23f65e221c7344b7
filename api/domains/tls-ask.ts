import type { ServerResponse } from 'node:http'
import { hostWithoutPort } from '#core/visits/host.ts'
import { readHost } from '#model/publish/publish-host.ts'
import type { Config } from '#runtime/config.ts'
import type { Sql } from '#runtime/postgres.ts'
import { asciiHost } from '#schemas/domains.ts'

/** The answer for a proxy that requests certificates on demand: 200 for a served name, otherwise 404. */
export function tlsAsk(sql: Sql, config: Pick<Config, 'BASE_DOMAIN' | 'BASE_URL'>) {
  const own = new Set([hostWithoutPort(config.BASE_DOMAIN), new URL(config.BASE_URL).hostname])
  return async (url: URL, response: ServerResponse): Promise<void> => {
    const asked = url.searchParams.get('domain') ?? ''
    const host = asciiHost(asked)
    const isServed = own.has(hostWithoutPort(asked)) || (host !== null && (await readHost(sql, host)) !== null)
    response.writeHead(isServed ? 200 : 404, { 'content-type': 'text/plain' }).end(isServed ? 'served\n' : 'unknown\n')
  }
}
