import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import * as oauth from 'oauth4webapi'
import type { Tokens } from './credentials.ts'
import { openInBrowser } from './open-in-browser.ts'

const scope = 'shorturl:read shorturl:create qrcode:read qrcode:create analytics:read'
const longestLoginMs = 5 * 60_000

/** Signs in with the browser: OAuth 2.0 with PKCE, and a callback on a free port of this machine. */
export async function logInWithBrowser(url: string): Promise<Tokens> {
  const [server, options] = [await discover(url), optionsFor(url)]
  const callback = await openCallback()
  try {
    const metadata = {
      client_name: 'Waymark command line',
      redirect_uris: [callback.url],
      token_endpoint_auth_method: 'none',
      scope,
    }
    const registered = await oauth.dynamicClientRegistrationRequest(server, metadata, options)
    const client = await oauth.processDynamicClientRegistrationResponse(registered)
    const [verifier, state] = [oauth.generateRandomCodeVerifier(), oauth.generateRandomState()]
    const page = new URL(server.authorization_endpoint ?? '')
    const parameters = {
      response_type: 'code',
      client_id: client.client_id,
      redirect_uri: callback.url,
      scope,
      state,
      code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    }
    for (const [name, value] of Object.entries(parameters)) page.searchParams.set(name, value)
    process.stderr.write(`Sign in on this page, which should open in your browser:\n${page.href}\n`)
    openInBrowser(page.href)
    const response = readResponse(server, client, await callback.received, state)
    const granted = await oauth.authorizationCodeGrantRequest(
      server,
      client,
      oauth.None(),
      response,
      callback.url,
      verifier,
      options,
    )
    return readTokens(client.client_id, await oauth.processAuthorizationCodeResponse(server, client, granted))
  } finally {
    callback.close()
  }
}

export async function refresh(url: string, { client_id, refresh_token }: Tokens): Promise<Tokens> {
  const [server, client] = [await discover(url), { client_id }]
  const response = await oauth.refreshTokenGrantRequest(server, client, oauth.None(), refresh_token, optionsFor(url))
  return readTokens(client_id, await oauth.processRefreshTokenResponse(server, client, response))
}

export async function revoke(url: string, { client_id, refresh_token }: Tokens): Promise<void> {
  const server = await discover(url)
  await oauth.revocationRequest(server, { client_id }, oauth.None(), refresh_token, optionsFor(url))
}

async function discover(url: string): Promise<oauth.AuthorizationServer> {
  const issuer = new URL(url)
  const response = await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...optionsFor(url) })
  return await oauth.processDiscoveryResponse(issuer, response)
}

/** Only an installation on this machine, or one that the user named with http, is asked without TLS. */
const optionsFor = (url: string) => ({ [oauth.allowInsecureRequests]: url.startsWith('http:') })

function readTokens(client_id: string, { access_token, refresh_token, expires_in = 0 }: oauth.TokenEndpointResponse) {
  if (refresh_token === undefined) throw new Error('The server returned no refresh token.')
  return { client_id, access_token, refresh_token, expires_at: Date.now() + expires_in * 1000 }
}

function readResponse(server: oauth.AuthorizationServer, client: oauth.Client, response: URL, state: string) {
  try {
    return oauth.validateAuthResponse(server, client, response, state)
  } catch (error) {
    if (!(error instanceof oauth.AuthorizationResponseError)) throw error
    const reason = error.error === 'access_denied' ? 'Access was denied.' : error.error_description
    throw new Error(reason ?? error.error, { cause: error })
  }
}

/** A server that waits for the browser to return with its code. */
async function openCallback() {
  const { promise: received, resolve, reject } = withResolvers<URL>()
  const server = createServer(({ url = '/' }, response) => {
    const target = new URL(url, 'http://127.0.0.1')
    const isCallback = target.pathname === '/callback'
    response.writeHead(isCallback ? 200 : 404, { 'content-type': 'text/plain; charset=utf-8', connection: 'close' })
    response.end(isCallback ? 'You can close this page and return to the terminal.\n' : 'Not found.\n')
    if (isCallback) resolve(target)
  })
  const timer = setTimeout(() => reject(new Error('The sign-in was not completed within 5 minutes.')), longestLoginMs)
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const close = () => {
    clearTimeout(timer)
    server.close()
  }
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/callback`, received, close }
}

function withResolvers<Value>() {
  let [resolve, reject]: [(value: Value) => void, (reason: Error) => void] = [() => {}, () => {}]
  const promise = new Promise<Value>((...given) => {
    ;[resolve, reject] = given
  })
  return { promise, resolve, reject }
}
