import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { z } from 'zod'
import {
  addressList,
  baseDomain,
  baseUrl,
  dnsServers,
  flag,
  hostName,
  ipList,
  port,
  storeUrl,
  whole,
} from './setting-types.ts'

/** The only reader of process.env. Every setting, its default and its meaning; docs/configuration.md is made from it. */
export const settings = {
  API_PORT: port(3000).describe('Port of the API and the dashboard.'),
  REDIRECT_PORT: port(8080).describe('Port of the redirector.'),
  LISTEN_HOST: z.string().min(1).default('0.0.0.0').describe('Address the API and the redirector listen on.'),
  BASE_URL: baseUrl()
    .default('http://localhost:3000')
    .describe('Public address of the API, without a trailing slash; on localhost with the port API_PORT if not given.'),
  BASE_DOMAIN: baseDomain()
    .default('localhost:8080')
    .describe('Public host (and port) of standard short links; localhost with the port REDIRECT_PORT if not given.'),
  DATA_DIR: z
    .string()
    .min(1)
    .default('.data')
    .transform((path) => resolve(path))
    .describe('Folder of the embedded stores, the click spool, logs and secrets.'),
  TRUSTED_PROXIES: addressList()
    .default([])
    .describe(
      'Addresses or CIDRs, comma-separated, whose X-Forwarded-For is believed. They may append the address of their client to the header, or add a header line with it, as `option forwardfor` of HAProxy does.',
    ),
  BRANDED_CNAME: hostName()
    .optional()
    .describe('Host that branded domains are to be a CNAME of; that of BASE_DOMAIN if not given.'),
  BRANDED_ADDRESSES: ipList()
    .default([])
    .describe('IP addresses, comma-separated, for branded domains that cannot be a CNAME.'),
  DNS_SERVERS: dnsServers()
    .default([])
    .describe(
      "DNS servers that are asked about branded domains: IP addresses, with a port if need be; else the system's.",
    ),
  DATABASE_URL: storeUrl(['postgres:', 'postgresql:'])
    .optional()
    .describe('A PostgreSQL server to use instead of the embedded one.'),
  REDIS_URL: storeUrl(['redis:', 'rediss:', 'redis+cluster:'])
    .optional()
    .describe('A Redis server (redis+cluster:// for a cluster) to use instead of the embedded one.'),
  CLICKHOUSE_URL: storeUrl(['http:', 'https:'])
    .optional()
    .describe('A ClickHouse server (its HTTP address, the database as path) to use instead of the embedded one.'),
  REDIS_BIN: z.string().min(1).optional().describe('The redis-server program that the embedded stack starts.'),
  REDIRECTOR_PROCESSES: whole(1, 1, 256).describe(
    'Redirector processes that share one port. With TRANSPORT=auto where uWebSockets.js does not load, say TRANSPORT=node.',
  ),
  WORKER_PROCESSES: whole(1, 1, 256).describe('Worker processes that npm start runs.'),
  INSTANCE: whole(0, 0, 255).describe('Number of this redirector process: it owns DATA_DIR/spool/<number>.'),
  TRANSPORT: z
    .enum(['auto', 'uws', 'node'])
    .default('auto')
    .describe('HTTP server of the redirector: uWebSockets.js, node:http, or the first that loads.'),
  METRICS_PORT_API: port(0).describe('Internal port of the API (metrics, internal calls); 0 takes a free one.'),
  METRICS_PORT_REDIRECTOR: port(0).describe(
    'Internal port of the redirector; 0 takes a free one. Of several processes that npm start or TRANSPORT=node runs, the first has it and each further one the next.',
  ),
  METRICS_PORT_WORKERS: port(0).describe(
    'Internal port of the workers; 0 takes a free one. Of several processes that npm start runs, the first has it and each further one the next.',
  ),
  VISITOR_WINDOW_DAYS: whole(1, 1, 365).describe('Days (UTC) for which a visitor keeps one anonymous id.'),
  GEOIP_DB: z
    .string()
    .min(1)
    .optional()
    .describe('A MaxMind-format city database to use instead of the one that ships.'),
  WEBHOOK_ALLOW_PRIVATE: flag(false).describe(
    'Lets webhooks call http and private addresses: only where everyone with an account may reach what the workers reach.',
  ),
  WEBHOOK_TIME_FACTOR: z.coerce
    .number()
    .gt(0)
    .max(1)
    .default(1)
    .describe(
      'Scales every wait of webhook deliveries. For tests alone: below 1 receivers are asked again sooner, have less time to answer, and are disabled after less than five days.',
    ),
  DEFAULT_PLAN: z
    .enum(['free', 'pro', 'business', 'enterprise'])
    .default('business')
    .describe('Plan of a new account.'),
  RATE_LIMIT_FACTOR: z.coerce
    .number()
    .min(0)
    .max(1000)
    .default(1)
    .describe('Scales every rate limit; 0 switches them off.'),
  LOG_LEVEL: z
    .enum(['trace', 'debug', 'info', 'warn', 'error', 'silent'])
    .default('info')
    .describe('How much is logged.'),
  LOG_PRETTY: flag(false).describe('Logs as readable lines instead of JSON.'),
}

const schema = z.object(settings)
export type Config = z.infer<typeof schema>

export class ConfigError extends Error {
  override name = 'ConfigError'
}

/** Reads all settings and reports all problems at once, each by the name of its variable. NAME_FILE reads NAME from a file. */
export function readConfig(env: NodeJS.ProcessEnv = process.env): Config {
  const given: Record<string, string> = {}
  const problems: string[] = []
  for (const name of Object.keys(settings)) {
    const file = env[`${name}_FILE`]
    const value = file === undefined ? env[name] : readSecretFile(name, file, problems)
    if (value !== undefined && value !== '') given[name] = value
  }
  const parsed = schema.safeParse(given)
  if (!parsed.success) {
    for (const issue of parsed.error.issues) problems.push(`${issue.path.join('.')}: ${issue.message}`)
  }
  if (!parsed.success || problems.length > 0) throw new ConfigError(problems.join('\n'))
  return withLocalAddresses(parsed.data, given)
}

/** An address that was not given leads to the port that was chosen. Which one a 0 takes is not known here. */
function withLocalAddresses(config: Config, given: Record<string, string>): Config {
  const { API_PORT, REDIRECT_PORT } = config
  const local = (port: number) => new URL(`http://localhost:${port}`)
  return {
    ...config,
    ...(given['BASE_URL'] === undefined && API_PORT !== 0 && { BASE_URL: local(API_PORT).origin }),
    ...(given['BASE_DOMAIN'] === undefined && REDIRECT_PORT !== 0 && { BASE_DOMAIN: local(REDIRECT_PORT).host }),
  }
}

function readSecretFile(name: string, file: string, problems: string[]): string | undefined {
  try {
    return readFileSync(file, 'utf8').trimEnd()
  } catch (error) {
    problems.push(`${name}_FILE: cannot read ${file} (${(error as NodeJS.ErrnoException).code ?? 'unknown error'})`)
    return undefined
  }
}
