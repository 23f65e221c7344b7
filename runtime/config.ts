import { readFileSync } from 'node:fs'
import { z } from 'zod'
import {
  addressList,
  baseDomain,
  baseUrl,
  dataDir,
  dnsServers,
  flag,
  headerList,
  hostList,
  hostName,
  ipList,
  listSource,
  nameList,
  port,
  redisUrl,
  secretKeys,
  storeUrl,
  whole,
} from './setting-types.ts'

/** All settings with defaults and descriptions, from which docs/configuration.md is generated. Only this file reads process.env. */
export const settings = {
  API_PORT: port(3000).describe('Port of the API and the dashboard.'),
  REDIRECT_PORT: port(8080).describe('Port of the redirector.'),
  LISTEN_HOST: z.string().min(1).default('0.0.0.0').describe('IP address that the API and the redirector listen on.'),
  BASE_URL: baseUrl()
    .default('http://localhost:3000')
    .describe(
      'Public URL of the API and the dashboard, without a trailing slash. If not set: localhost with API_PORT.',
    ),
  BASE_DOMAIN: baseDomain()
    .default('localhost:8080')
    .describe('Public host, and port if needed, of standard short links. If not set: localhost with REDIRECT_PORT.'),
  DATA_DIR: dataDir().describe(
    'Folder for the embedded stores, the click spool, logs, and secrets. Its full path can be at most 79 bytes long.',
  ),
  ENCRYPTION_KEY: secretKeys(32)
    .optional()
    .describe(
      'Key of at least 32 random characters that encrypts the secrets stored in Postgres. Required, with the same value everywhere, if Waymark runs on several machines or containers. After a change, put the previous key behind the new one, separated by a comma, until `waymark secrets rotate` has run. If not set: a key in DATA_DIR/encryption-keys, created on the first start.',
    ),
  TRUSTED_PROXIES: addressList()
    .default([])
    .describe(
      'IP addresses or CIDR ranges, comma-separated, of proxies whose X-Forwarded-For header is trusted. A proxy may append the client’s IP address to the header or add another header line, like `option forwardfor` in HAProxy.',
    ),
  BRANDED_CNAME: hostName()
    .optional()
    .describe('CNAME target for branded domains. If not set: the host of BASE_DOMAIN.'),
  BRANDED_ADDRESSES: ipList()
    .default([])
    .describe('IP addresses, comma-separated, for branded domains that cannot use a CNAME record.'),
  SMTP_URL: storeUrl(['smtp:', 'smtps:'])
    .optional()
    .describe(
      'SMTP server that sends invitations and password resets, such as smtps://user:password@smtp.example.com. If not set, no email is sent, and links are copied or printed by the command line.',
    ),
  MAIL_FROM: z
    .string()
    .min(3)
    .optional()
    .describe('Sender of email, such as Waymark <waymark@example.com>. If not set: waymark at the host of BASE_URL.'),
  DNS_SERVERS: dnsServers()
    .default([])
    .describe(
      'DNS servers used to check branded domains, and to find the hosts of webhooks, destinations and imports: IP addresses, with optional ports. If not set: the system’s.',
    ),
  DATABASE_URL: storeUrl(['postgres:', 'postgresql:'])
    .optional()
    .describe(
      'URL of a PostgreSQL server to use instead of the embedded one. Behind PgBouncer in transaction mode, before version 1.21 or without max_prepared_statements: add ?prepare=false.',
    ),
  REDIS_URL: redisUrl()
    .optional()
    .describe(
      'URL of a Redis or Valkey server to use instead of the embedded one. A cluster: redis+cluster://user:password@host:port,host:port. Sentinels: redis+sentinel://user:password@host:port,host:port/primary. With TLS: rediss.',
    ),
  CLICKHOUSE_URL: storeUrl(['http:', 'https:'])
    .optional()
    .describe('HTTP URL of a ClickHouse server, with the database as path, to use instead of the embedded one.'),
  CLICKHOUSE_CLUSTER: z
    .string()
    .regex(/^[\w.-]+$/, 'Use the name of a cluster, such as waymark.')
    .optional()
    .describe(
      'Name of the ClickHouse cluster that the tables are spread over, as in its remote_servers. Set it before the first migration. Not for ClickHouse Cloud.',
    ),
  REDIS_BIN: z.string().min(1).optional().describe('Path of the redis-server program that the embedded stack starts.'),
  REDIRECTOR_PROCESSES: whole(1, 1, 256).describe(
    'Number of redirector processes that npm start runs on one port. If uWebSockets.js does not load on your system, set TRANSPORT=node as well. Without npm start, TRANSPORT=node starts them too. With uWebSockets.js, start each process with this setting, so that they share the port, and with a different INSTANCE.',
  ),
  WORKER_PROCESSES: whole(1, 1, 256).describe(
    'Number of worker processes that npm start runs, and of worker containers that Docker Compose starts.',
  ),
  INSTANCE: whole(0, 0, 255).describe('Number of this redirector process. It uses the folder DATA_DIR/spool/<number>.'),
  TRANSPORT: z
    .enum(['auto', 'uws', 'node'])
    .default('auto')
    .describe('HTTP server of the redirector: uWebSockets.js (uws), node:http (node), or the first that loads (auto).'),
  METRICS_HOST: z
    .string()
    .min(1)
    .default('127.0.0.1')
    .describe('Address of the internal ports, for metrics that another machine reads. Keep it off the public network.'),
  METRICS_PORT_API: port(0).describe('Internal port of the API for metrics and internal calls. 0: any free port.'),
  METRICS_PORT_REDIRECTOR: port(0).describe(
    'Internal port of the redirector. 0: any free port. If npm start or TRANSPORT=node starts several processes, each uses the next port.',
  ),
  METRICS_PORT_WORKERS: port(0).describe(
    'Internal port of the workers. 0: any free port. If npm start starts several processes, each uses the next port.',
  ),
  VISITOR_WINDOW_DAYS: whole(1, 1, 365).describe('Days (UTC) for which a visitor keeps the same anonymous ID.'),
  GEOIP_DB: z
    .string()
    .min(1)
    .optional()
    .describe(
      'Path of a city database in MaxMind format to use instead of the bundled one. In containers, mount the file.',
    ),
  WEBHOOK_ALLOW_PRIVATE: flag(false).describe(
    'Allows webhooks and providers of single sign-on to have http URLs and private IP addresses. Enable it only if every user may access the network of the workers and the API.',
  ),
  IMPORT_ALLOW_PRIVATE: flag(false).describe(
    'Allows imports from services at private IP addresses and over http. Enable it only if every user may access the network of the workers.',
  ),
  WEBHOOK_TIME_FACTOR: z.coerce
    .number()
    .gt(0)
    .max(1)
    .default(1)
    .describe(
      'Scales all waiting times of webhook deliveries. For tests only: below 1, retries come sooner, receivers have less time to respond, and failing endpoints are disabled after less than five days.',
    ),
  DESTINATION_CARDS: z
    .enum(['public', 'all', 'off'])
    .default('public')
    .describe(
      'Whether the workers read the pages of destinations, to show their titles, icons, and images in the dashboard. public: only public IP addresses on ports 80 and 443. all: also private ones; choose it only if every user may access the network of the workers. off: never.',
    ),
  DESTINATION_CHECKS: z
    .enum(['public', 'all', 'off'])
    .default('public')
    .describe(
      'Whether the workers check once a day that the destinations of active links work. public: only public IP addresses on ports 80 and 443. all: also private ones; choose it only if every user may access the network of the workers. off: never. Each account can turn it off for itself.',
    ),
  BLOCKLIST: listSource()
    .optional()
    .describe(
      'Hosts that no link may redirect to, with their subdomains: the path of a file on the machines of the API and the workers, or an https URL that a worker fetches once a day. One host in each line, or a hosts file (0.0.0.0 host).',
    ),
  BLOCKLIST_EXCEPT: hostList()
    .default([])
    .describe('Hosts, comma-separated, that are allowed with their subdomains although BLOCKLIST has them.'),
  PROTECTED_NAMES: nameList()
    .default([])
    .describe(
      'Names, comma-separated, such as paypal or bank.example. Links and branded domains whose hosts look like one of them are reported to the operator, and their users see a notice.',
    ),
  SAFE_BROWSING_KEY: z
    .string()
    .min(1)
    .optional()
    .describe(
      'API key of Google Safe Browsing, which is free for non-commercial use. The workers send it the destinations of all links once a day. If not set: off.',
    ),
  WEB_RISK_KEY: z
    .string()
    .min(1)
    .optional()
    .describe(
      'API key of Google Web Risk, for commercial use. The workers send it the destinations of all links once a day, one in each request. If not set: off.',
    ),
  PHISHTANK_URL: storeUrl(['https:'])
    .optional()
    .describe(
      'URL of the dump of PhishTank as CSV or JSON, with your key, such as https://data.phishtank.com/data/KEY/online-valid.csv. If not set: off.',
    ),
  DEFAULT_PLAN: z.enum(['free', 'pro', 'business', 'enterprise']).default('business').describe('Plan of new accounts.'),
  RATE_LIMIT_FACTOR: z.coerce
    .number()
    .min(0)
    .max(1000)
    .default(1)
    .describe('Scales all rate limits. 0 turns them off.'),
  LOG_LEVEL: z
    .enum(['trace', 'debug', 'info', 'warn', 'error', 'silent'])
    .default('info')
    .describe('Minimum level of log messages.'),
  LOG_PRETTY: flag(false).describe('Writes logs as readable lines instead of JSON.'),
  OTEL_EXPORTER_OTLP_ENDPOINT: storeUrl(['http:', 'https:'])
    .optional()
    .describe(
      'URL of an OpenTelemetry collector that receives traces as OTLP over HTTP, such as http://collector:4318. If not set: no traces.',
    ),
  OTEL_EXPORTER_OTLP_HEADERS: headerList()
    .default({})
    .describe('Headers for the collector, such as an API key: name=value pairs separated by commas.'),
  OTEL_TRACES_SAMPLER_ARG: z.coerce
    .number()
    .min(0)
    .max(1)
    .default(0.01)
    .describe('Share of API requests and visits that are traced, from 0 to 1.'),
}

const schema = z.object(settings)
export type Config = z.infer<typeof schema>

export class ConfigError extends Error {
  override name = 'ConfigError'
}

/** Reads all settings and reports all problems at once, by variable name. NAME_FILE reads NAME from a file. Empty means not set. */
export function readConfig(env: NodeJS.ProcessEnv = process.env): Config {
  const given: Record<string, string> = {}
  const problems: string[] = []
  for (const name of Object.keys(settings)) {
    const file = env[`${name}_FILE`] ?? ''
    // Which of the two is meant is unknown, and the wrong one could be an empty store or another key.
    if (file !== '' && (env[name] ?? '') !== '') problems.push(`${name}, ${name}_FILE: set only one of them`)
    const value = file === '' ? env[name] : readSecretFile(name, file, problems)
    if (value !== undefined && value !== '') given[name] = value
  }
  const parsed = schema.safeParse(given)
  for (const issue of parsed.error?.issues ?? []) problems.push(`${issue.path.join('.')}: ${issue.message}`)
  if (!parsed.success || problems.length > 0) throw new ConfigError(problems.join('\n'))
  return withLocalAddresses(parsed.data, given)
}

/** Default URLs use the configured ports. With port 0, the actual port is not known here. */
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
