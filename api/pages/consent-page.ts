import type { SessionCaller } from '#model/accounts/caller.ts'
import { scopeMeanings } from '#schemas/scopes.ts'
import type { AuthorizationRequest } from '../oauth/authorization-request.ts'
import { hidden } from './forms.ts'
import { type Html, html } from './html.ts'

/** Lists the requested scopes and offers two buttons of equal weight. The form carries the authorization request. */
export function consentPage(
  { account, session }: SessionCaller,
  { client, scopes, redirect_uri }: AuthorizationRequest,
  query: string,
) {
  return {
    title: 'Authorize access',
    body: html`<div class="card">
<h1>Allow <bdi>${client.client_name}</bdi> to access your account?</h1>
<p class="dim">Account: ${account.name}. Signed in as ${session.user.email}. Waymark has not verified this app’s name.</p>
<h2 id="scopes">This app will be able to:</h2>
<ul aria-labelledby="scopes">${scopes.map((scope) => html`<li>${scopeMeanings[scope]}</li>`)}</ul>
<p>It can’t delete anything. You’ll return to <strong>${placeOf(redirect_uri)}</strong>.</p>
<form method="post" action="consent">
${hidden('csrf_token', session.csrf_token)}
${hidden('request', Buffer.from(query).toString('base64url'))}
<div class="choice">
<button class="quiet" name="decision" value="deny">Deny</button>
<button class="quiet" name="decision" value="allow">Allow</button>
</div>
</form>
</div>`,
  }
}

export function placeOf(redirectUri: string): Html {
  const { protocol, host } = new URL(redirectUri)
  if (protocol === 'https:') return html`${host}`
  return html`an app on this device (${protocol === 'http:' ? host : protocol})`
}
