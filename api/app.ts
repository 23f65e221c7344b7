import { randomUUID } from 'node:crypto'
import fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import type { Registry } from 'prom-client'
import { normalizeAddress } from '#core/visits/address.ts'
import { CodeCheck } from '#model/accounts/code-check.ts'
import { PasswordCheck } from '#model/accounts/password-check.ts'
import { ClickFiles } from '#model/clicks/click-files.ts'
import { LiveClicks } from '#model/clicks/live-clicks.ts'
import { QueriesAtOnce } from '#model/clicks/queries-at-once.ts'
import { VisitorPlaces } from '#model/clicks/visitor-places.ts'
import { QueueCounts } from '#model/installation/queue-counts.ts'
import { LocalCounter } from '#model/limits/local-counter.ts'
import { RequestCounter } from '#model/limits/request-counter.ts'
import { SigningKeys } from '#model/oauth/signing-keys.ts'
import { PasskeyCheck } from '#model/passkeys/passkey-check.ts'
import { Providers } from '#model/single-sign-on/provider.ts'
import type { Stores } from '#model/stores.ts'
import { AddressRanges } from '#runtime/address-ranges.ts'
import { Mailer } from '#runtime/mailer.ts'
import { SecretKeys } from '#runtime/secret-keys.ts'
import type { Tracing } from '#runtime/span.ts'
import { appCalls } from './app-calls.ts'
import { endpoints } from './endpoints.ts'
import { servePixel } from './experiments/serve-pixel.ts'
import { allowPagesOfAnyOrigin } from './frame/any-origin.ts'
import { limitOpenRequest } from './frame/auth/limit-open-request.ts'
import { bodyLimits } from './frame/body-limits.ts'
import type { Endpoint, Services } from './frame/endpoint.ts'
import { sendError } from './frame/error-replies.ts'
import { readForms } from './frame/form-body.ts'
import { readFileForms } from './frame/form-file.ts'
import { readJsonBodies } from './frame/json-body.ts'
import { refuseUnknownPaths } from './frame/known-paths.ts'
import { answerNoRequest } from './frame/no-request.ts'
import { observeRequests } from './frame/observe.ts'
import { serveReference } from './frame/reference.ts'
import { limitRequestTimes, usualTimes } from './frame/request-times.ts'
import { addSecurityHeaders } from './frame/security-headers.ts'
import { serveEndpoint } from './frame/serve-endpoint.ts'
import { serveMcp } from './mcp/serve-mcp.ts'
import { serveOAuth } from './oauth/serve-oauth.ts'
import { offerApp } from './pages/no-page.ts'
import { servePages } from './pages/serve-pages.ts'
import { type HealthSource, serveHealth } from './system/health.ts'

/** A campaign name can be used in a path: 100 characters, percent-encoded. */
const longestPathParameter = 1_200

interface AppOptions extends HealthSource {
  registry: Registry
  tracing?: Tracing | null
}

/** Creates the HTTP server with all endpoints, pages, the API reference, and health checks. */
export function createApp(given: Stores, { registry, tracing, ...health }: AppOptions): FastifyInstance {
  const services = createServices(given)
  const loggerInstance: FastifyBaseLogger = services.log
  const app = fastify({
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'request_id' }),
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    bodyLimit: bodyLimits.usual,
    forceCloseConnections: 'idle',
    trustProxy: trustedProxies(services.config.TRUSTED_PROXIES),
    routerOptions: { maxParamLength: longestPathParameter },
    frameworkErrors: sendError,
    clientErrorHandler: answerNoRequest,
  })
  app.setErrorHandler(sendError)
  // Open streams would keep the server from closing.
  app.addHook('preClose', async () => services.liveClicks.close())
  limitRequestTimes(app, usualTimes)
  readJsonBodies(app)
  observeRequests(app, registry, tracing)
  addSecurityHeaders(app, services.config)
  allowPagesOfAnyOrigin(app)
  refuseUnknownPaths(app, services, offerApp(services.config))
  for (const endpoint of endpoints) {
    if (endpoint.uploads) serveUpload(app, endpoint, services)
    else serveEndpoint(app, endpoint, services)
  }
  for (const call of appCalls) serveEndpoint(app, call, services, '/api/app')
  servePixel(app, services)
  servePages(app, services)
  serveOAuth(app, services)
  serveMcp(app, services)
  serveReference(app, {
    baseUrl: services.config.BASE_URL,
    limit: (request, reply) => limitOpenRequest(services, request, reply),
    load: () => import('./reference-text.ts'),
  })
  serveHealth(app, health)
  return app
}

function createServices(given: Stores): Services {
  const secretKeys = new SecretKeys(given.config)
  return {
    ...given,
    secretKeys,
    signingKeys: new SigningKeys(given.sql, secretKeys),
    passwords: new PasswordCheck(given),
    codes: new CodeCheck(given, secretKeys),
    passkeys: new PasskeyCheck(given),
    mailer: new Mailer(given.config, given.log),
    places: new VisitorPlaces(given.config.GEOIP_DB, given.log),
    queueCounts: new QueueCounts(given.redis),
    queriesAtOnce: new QueriesAtOnce(),
    clickFiles: new ClickFiles(given.config.DATA_DIR),
    liveClicks: new LiveClicks(given),
    providers: new Providers(given.config),
    requestCounter: new RequestCounter(given),
    anonymous: new LocalCounter(),
  }
}

/** Proxies may write ports next to IP addresses, also next to those of other proxies. */
function trustedProxies(ranges: readonly string[]): (address: string | undefined) => boolean {
  const proxies = new AddressRanges(ranges)
  // A socket that was closed has no address.
  return (address) => address !== undefined && proxies.contains(normalizeAddress(address))
}

/** Registered in a separate scope, since only uploads accept form bodies. */
function serveUpload(app: FastifyInstance, endpoint: Endpoint, services: Services): void {
  void app.register(async (scope) => {
    if (endpoint.uploads === 'large file') readFileForms(scope, services.config.DATA_DIR, usualTimes.file)
    else readForms(scope)
    serveEndpoint(scope, endpoint, services)
  })
}
