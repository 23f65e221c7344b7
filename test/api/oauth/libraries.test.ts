import * as oauth from 'oauth4webapi'
import * as openid from 'openid-client'
import { expect, it } from 'vitest'
import { api, browser, decide, opens, redirectUri, useOAuth } from '../support/oauth.ts'

useOAuth()

const insecure = { [oauth.allowInsecureRequests]: true }

/** The URL that the browser is redirected to after a user allows access at this URL. */
async function visit(address: URL): Promise<URL> {
  expect(address.origin).toBe(api.url)
  const { location } = await decide(`${address.pathname}${address.search}`)
  return new URL(location ?? '')
}

const authentications = {
  client_secret_post: oauth.ClientSecretPost,
  client_secret_basic: oauth.ClientSecretBasic,
  none: oauth.None,
}

it.each(Object.keys(authentications) as (keyof typeof authentications)[])(
  'oauth4webapi with %s completes the flow with no option but insecure requests',
  async (method) => {
    const issuer = new URL(api.url)
    const discovered = await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...insecure })
    const as = await oauth.processDiscoveryResponse(issuer, discovered)
    const metadata = { client_name: 'o4w', redirect_uris: [redirectUri], token_endpoint_auth_method: method }
    const client = await oauth.processDynamicClientRegistrationResponse(
      await oauth.dynamicClientRegistrationRequest(as, metadata, insecure),
    )
    const auth = authentications[method](typeof client.client_secret === 'string' ? client.client_secret : '')
    const verifier = oauth.generateRandomCodeVerifier()
    const address = new URL(as.authorization_endpoint ?? '')
    address.search = new URLSearchParams({
      client_id: client.client_id,
      redirect_uri: redirectUri,
      response_type: 'code',
      scope: 'shorturl:read analytics:read',
      state: 'a state',
      code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    }).toString()
    const params = oauth.validateAuthResponse(as, client, await visit(address), 'a state')
    const tokens = await oauth.processAuthorizationCodeResponse(
      as,
      client,
      await oauth.authorizationCodeGrantRequest(as, client, auth, params, redirectUri, verifier, insecure),
    )
    const fresh = await oauth.processRefreshTokenResponse(
      as,
      client,
      await oauth.refreshTokenGrantRequest(as, client, auth, tokens.refresh_token ?? '', insecure),
    )
    const called = await oauth.protectedResourceRequest(
      fresh.access_token,
      'GET',
      new URL(`${api.url}/api/v1/me`),
      undefined,
      undefined,
      insecure,
    )
    expect(called.status).toBe(200)
    const request = new Request(`${api.url}/api/v1/me`, { headers: { authorization: `Bearer ${fresh.access_token}` } })
    const claims = await oauth.validateJwtAccessToken(as, request, api.url, insecure)
    expect(claims).toMatchObject({ client_id: client.client_id, scope: 'shorturl:read analytics:read' })
    const revoked = await oauth.revocationRequest(as, client, auth, fresh.access_token, insecure)
    await oauth.processRevocationResponse(revoked)
    expect(await opens(fresh.access_token)).toBe(401)
  },
)

it('oauth4webapi reads the metadata of both resources', async () => {
  for (const path of ['', '/mcp']) {
    const resource = new URL(`${api.url}${path}`)
    const found = await oauth.resourceDiscoveryRequest(resource, insecure)
    expect(await oauth.processResourceDiscoveryResponse(resource, found)).toMatchObject({
      authorization_servers: [api.url],
    })
  }
})

it('openid-client completes the flow with no option but insecure requests', async () => {
  const metadata = { client_name: 'openid-client', redirect_uris: [redirectUri] }
  const options = { algorithm: 'oauth2' as const, execute: [openid.allowInsecureRequests] }
  const config = await openid.dynamicClientRegistration(new URL(api.url), metadata, undefined, options)
  const verifier = openid.randomPKCECodeVerifier()
  const address = openid.buildAuthorizationUrl(config, {
    redirect_uri: redirectUri,
    scope: 'qrcode:read',
    state: 'a state',
    code_challenge: await openid.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  })
  const back = await visit(address)
  const tokens = await openid.authorizationCodeGrant(config, back, {
    pkceCodeVerifier: verifier,
    expectedState: 'a state',
  })
  const fresh = await openid.refreshTokenGrant(config, tokens.refresh_token ?? '')
  expect(fresh.scope).toBe('qrcode:read')
  expect(await opens(fresh.access_token)).toBe(200)
  await openid.tokenRevocation(config, fresh.refresh_token ?? '')
  expect(await opens(fresh.access_token)).toBe(401)
  expect(browser.cookies.size).toBeGreaterThan(0)
})
