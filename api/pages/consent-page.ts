import type { SessionCaller } from '#model/accounts/caller.ts'
import { roleHas } from '#schemas/roles.ts'
import { scopeMeanings } from '#schemas/scopes.ts'
import type { AuthorizationRequest } from '../oauth/authorization-request.ts'
import { alert, field, hidden } from './forms.ts'
import { type Html, html, nothing } from './html.ts'
import { passkeyForm } from './passkey-sign-in.ts'

export interface AskedConsent {
  caller: SessionCaller
  wanted: AuthorizationRequest
  query: string
  /** The user has an authenticator app, whose codes are accepted too. */
  hasApp: boolean
  hasPasskey: boolean
  /** The path of BASE_URL. */
  root: string
  /** The error of the password. */
  error?: string
  /** Another tab has opened another account since the page was shown. */
  isOtherAccount?: boolean
}

/**
 * Lists the requested scopes and offers two buttons of equal weight. The form carries the authorization request. It asks
 * for the password if that was not entered a short time ago.
 */
export function consentPage(asked: AskedConsent) {
  const { caller, wanted, query, hasApp, hasPasskey, root, error, isOtherAccount = false } = asked
  const { account, role, session } = caller
  const { client, scopes, redirect_uri } = wanted
  const request = Buffer.from(query).toString('base64url')
  const fields = [hidden('csrf_token', session.csrf_token), hidden('request', request), hidden('account', account.id)]
  const allows = { path: '/mcp/oauth/consent', fields: [...fields, hidden('decision', 'allow')] }
  return {
    ...((error !== undefined || isOtherAccount) && { status: 422 }),
    title: 'Authorize access',
    body: html`<div class="card">
<h1>Allow <bdi>${client.client_name}</bdi> to access your account?</h1>
${isOtherAccount ? alert('You opened another account in another tab. Check the account below, then choose again.') : nothing}
<p class="dim">Account: ${account.name}. Signed in as ${session.user.email}. Waymark has not verified this app’s name.</p>
<h2 id="scopes">This app will be able to:</h2>
<ul aria-labelledby="scopes">${scopes.map((scope) => html`<li>${scopeMeanings[scope]}</li>`)}</ul>
${roleHas(role, 'edit') ? nothing : html`<p>Your role is ${role}, so the app can only view.</p>`}
<p>It can’t delete anything. You’ll return to <strong>${placeOf(redirect_uri)}</strong>.</p>
<form method="post" action="consent">
${fields}
${session.is_confirmed ? nothing : passwordField(hasApp, error)}
<div class="choice">
<button class="quiet" name="decision" value="deny"${session.is_confirmed ? nothing : html` formnovalidate`}>Deny</button>
<button class="quiet" name="decision" value="allow">Allow</button>
</div>
</form>
${session.is_confirmed || !hasPasskey ? nothing : passkeyForm(root, { ...allows, label: 'Allow with a passkey' })}
</div>`,
  }
}

/** Its hidden button is the one that the Enter key presses. */
const passwordField = (hasApp: boolean, error: string | undefined) =>
  html`<button hidden name="decision" value="allow">Allow</button>
${field({
  name: 'password',
  label: hasApp ? 'Your password, or a code from your authenticator app' : 'Your password',
  type: 'password',
  autocomplete: 'current-password',
  hint: 'Required to allow an app if you signed in more than 10 minutes ago.',
  error,
})}`

export function placeOf(redirectUri: string): Html {
  const { protocol, host } = new URL(redirectUri)
  if (protocol === 'https:') return html`${host}`
  return html`an app on this device (${protocol === 'http:' ? host : protocol})`
}
