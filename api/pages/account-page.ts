import type { SessionCaller } from '#model/accounts/caller.ts'
import type { SessionRow } from '#schemas/sessions.ts'
import { alert, field, hidden } from './forms.ts'
import { type Html, html, nothing } from './html.ts'

type ShownSession = Omit<SessionRow, 'id'>

/** What the form that was sent last has led to. */
export interface Outcome {
  done?: 'password' | 'sessions'
  errors?: Errors
}

export interface Errors {
  current_password?: string | undefined
  new_password?: string | undefined
}

const notices = {
  password: 'The password is changed. Every other browser is signed out.',
  sessions: 'Every other browser is signed out.',
}

export function accountPage(caller: SessionCaller, sessions: ShownSession[], { done, errors }: Outcome = {}) {
  const guard = hidden('csrf_token', caller.session.csrf_token)
  return {
    title: 'Account',
    wide: true,
    status: errors === undefined ? 200 : 422,
    body: html`<div class="row"><h1>Account</h1>
<form method="post" action="logout">${guard}<button class="quiet">Sign out</button></form></div>
${done === undefined ? nothing : html`<p class="notice good" role="status">${notices[done]}</p>`}
<section class="card" aria-labelledby="you"><h2 id="you">You</h2>
<dl><dt>E-mail</dt><dd>${caller.session.user.email}</dd>
<dt>Account</dt><dd>${caller.account.name}</dd>
<dt>Plan</dt><dd>${caller.account.plan}</dd></dl></section>
${passwordCard(guard, caller.session.user.email, errors)}
${sessionsCard(guard, sessions)}
<p class="small dim">The whole interface, with every field, is in the <a href="docs">reference</a>.</p>`,
  }
}

function passwordCard(guard: Html, email: string, errors: Errors | undefined): Html {
  return html`<section class="card" aria-labelledby="password"><h2 id="password">Change password</h2>
${alert(errors === undefined ? undefined : 'The password was not changed.')}
<form method="post" action="account">
${guard}
${hidden('action', 'change-password')}
<input type="email" name="email" value="${email}" autocomplete="username" hidden>
${field({
  name: 'current_password',
  label: 'Current password',
  type: 'password',
  autocomplete: 'current-password',
  error: errors?.current_password,
})}
${field({
  name: 'new_password',
  label: 'New password',
  type: 'password',
  autocomplete: 'new-password',
  hint: 'At least 10 characters. Every other browser will be signed out.',
  error: errors?.new_password,
})}
<button class="main">Change password</button>
</form></section>`
}

function sessionsCard(guard: Html, sessions: ShownSession[]): Html {
  const others = sessions.some(({ is_current }) => !is_current)
  return html`<section class="card" aria-labelledby="sessions"><h2 id="sessions">Signed in</h2>
<ul>${sessions.map(
    ({ device, is_current, last_seen_at, created_at }) => html`<li>${device}${
      is_current ? html` <strong>(this browser)</strong>` : nothing
    }<br><span class="small dim">Last used ${time(last_seen_at)}, signed in ${time(created_at)}</span></li>
`,
  )}</ul>
${
  others
    ? html`<form method="post" action="account">${guard}${hidden('action', 'sign-out-others')}<button class="quiet">Sign out others</button></form>`
    : html`<p class="small dim">Nowhere else.</p>`
}</section>`
}

/** To the minute, in UTC: without JavaScript nobody knows the reader's zone. */
function time(instant: Date): Html {
  const text = instant.toISOString()
  return html`<time datetime="${text}">${text.slice(0, 10)} ${text.slice(11, 16)} UTC</time>`
}
