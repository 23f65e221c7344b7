import type { SessionCaller } from '#model/accounts/caller.ts'
import { scopeMeanings } from '#schemas/scopes.ts'
import type { AuthorizationRequest } from '../oauth/authorization-request.ts'
import { hidden } from './forms.ts'
import { type Html, html } from './html.ts'

/** What a program wants of whom, in plain words, and two answers of the same size. The request goes along with the form. */
export function consentPage(
  { account, session }: SessionCaller,
  { client, scopes, redirect_uri }: AuthorizationRequest,
  query: string,
) {
  return {
    title: 'Allow access?',
    body: html`<div class="card">
<h1>Allow <bdi>${client.client_name}</bdi> access?</h1>
<p class="dim">To the account ${account.name}, as ${session.user.email}. Nobody here has checked what this program calls itself.</p>
<h2 id="scopes">It could</h2>
<ul aria-labelledby="scopes">${scopes.map((scope) => html`<li>${scopeMeanings[scope]}</li>`)}</ul>
<p>It could delete nothing. Your answer goes to <strong>${placeOf(redirect_uri)}</strong>.</p>
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

function placeOf(redirectUri: string): Html {
  const { protocol, host } = new URL(redirectUri)
  if (protocol === 'https:') return html`${host}`
  return protocol === 'http:' ? html`a program on this device (${host})` : html`a program on this device (${protocol})`
}
