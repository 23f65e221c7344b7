import { alert, field, hidden } from './forms.ts'
import { type Html, html, nothing } from './html.ts'
import { message } from './page.ts'

interface Asked {
  guard: Html
  next: string
  email?: string
  error?: string
}

const title = 'Single sign-on'

export const askPage = ({ guard, next, email = '', error }: Asked) => ({
  title,
  status: error === undefined ? 200 : 422,
  body: html`<div class="card">
<h1>Sign in with single sign-on</h1>
${alert(error === undefined ? undefined : 'Fix the error below.')}
<form method="post" action="sso">
${guard}
${hidden('next', next)}
${field({ name: 'email', label: 'Work email', type: 'email', autocomplete: 'username', value: email, error })}
<button class="main">Continue</button>
</form>
</div>
<p class="small"><a href="../login">Sign in with a password</a></p>`,
})

/** Not a redirect: browsers would apply the form's policy to it, which allows no other host. */
export const continuePage = (url: string) => ({
  title,
  body: html`<meta http-equiv="refresh" content="0;url=${url}">
${message(title, 'Redirecting to the sign-in page of your organization.', html`<p><a href="${url}">Continue</a></p>`)}`,
})

interface Starting {
  /** Path of the form, relative to this page. */
  action: string
  fields: Html[]
  issuer: string
  session: { user: { email: string } } | null
  /** The session was opened by this provider, and is to be confirmed. */
  isOpen: boolean
}

/** Shows the host of the provider, because a link on another site can open this page. */
export const startPage = ({ action, fields, issuer, session, isOpen }: Starting) => ({
  title,
  body: html`<div class="card">
<h1>${isOpen ? 'Sign in again' : 'Sign in with single sign-on'}</h1>
<p class="dim">You will sign in at <strong>${new URL(issuer).host}</strong>.</p>
${
  session === null || isOpen
    ? nothing
    : html`<p class="notice">You are signed in as ${session.user.email}. If you continue, you will be signed out.</p>`
}
<form method="post" action="${action}">
${fields}
<button class="main">Continue</button>
</form>
</div>
${isOpen ? nothing : html`<p class="small"><a href="../../login">Sign in with a password</a></p>`}`,
})

export const emailPage = (root: string) => ({
  title,
  status: 404,
  body: message(
    'No single sign-on for this email',
    'Ask an admin of your account for its sign-in link, which is on the Members page.',
    html`<p><a href="${root}/login">Sign in with a password</a></p>`,
  ),
})

export const donePage = {
  title,
  body: message('Signed in again', 'You can close this tab and continue where you were.'),
}

interface Notice {
  title: string
  status: number
  text: string
}

const refusals: Record<string, Notice> = {
  gone: {
    title: 'No single sign-on',
    status: 404,
    text: 'This account does not use single sign-on, or its settings have changed. Ask an admin of the account.',
  },
  unreachable: {
    title: 'Provider not responding',
    status: 503,
    text: 'The sign-in provider of this account cannot be reached. Try again in a minute. Owners can sign in with their password.',
  },
  expired: {
    title: 'Sign-in expired',
    status: 400,
    text: 'This sign-in was already used, took longer than 10 minutes, or began in another browser. Start again.',
  },
  ended: {
    title: 'Session ended',
    status: 401,
    text: 'The session that started this has ended. Sign in, then try again.',
  },
  owner: {
    title: 'Connect single sign-on first',
    status: 403,
    text: 'Owners sign in with their password. To use single sign-on, connect it once on the Settings page.',
  },
  'other-identity': {
    title: 'Already connected',
    status: 403,
    text: 'This user is connected to another identity at the provider. Disconnect it on the Settings page, or ask an admin to remove the member and invite them again.',
  },
  'other-user': {
    title: 'Another user',
    status: 403,
    text: 'You signed in as another user at the provider. Go back and try again.',
  },
  'too-old': {
    title: 'Sign in again',
    status: 403,
    text: 'The provider did not ask you to sign in again. Sign out there, then try again.',
  },
  taken: {
    title: 'Already connected',
    status: 409,
    text: 'This identity is connected to another member of the account. Sign in as yourself at the provider, or ask an admin.',
  },
  'no-email': {
    title: 'No email address',
    status: 403,
    text: 'The provider did not send your email address. Ask an admin to allow the scope “email” at the provider.',
  },
  unverified: {
    title: 'Email not verified',
    status: 403,
    text: 'The provider has not verified your email address. Verify it there, or sign in with your password and connect single sign-on on the Settings page.',
  },
  'not-member': {
    title: 'Not a member',
    status: 403,
    text: 'You have a Waymark user but are not a member of this account. Ask an admin for an invitation.',
  },
  domain: {
    title: 'Not a member',
    status: 403,
    text: 'You are not a member of this account, and its single sign-on does not add users with your email domain. Ask an admin for an invitation.',
  },
  full: {
    title: 'Account full',
    status: 409,
    text: 'This account already has the maximum number of members. Ask an admin of the account.',
  },
  OAUTH_AUTHORIZATION_RESPONSE_ERROR: {
    title: 'Sign-in canceled',
    status: 403,
    text: 'The provider did not sign you in. Go back and try again.',
  },
}

/** Any other wrong response of a provider: an attack, or a mistake in its setup. */
const invalid: Notice = {
  title: 'Sign-in failed',
  status: 400,
  text: 'The response of the sign-in provider is not valid. Try again. If the problem continues, ask an admin of the account to check the audit log.',
}

export function refusalPage(reason: string, root: string) {
  const { title: heading, status, text } = (Object.hasOwn(refusals, reason) ? refusals[reason] : undefined) ?? invalid
  const toSignIn = html`<p><a href="${root}/login">Sign in</a></p>`
  return { title: heading, status, body: message(heading, text, toSignIn) }
}
