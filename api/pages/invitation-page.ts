import type { OpenInvitation } from '#model/accounts/invitations.ts'
import { roleMeanings } from '#schemas/role-meanings.ts'
import { alert, field } from './forms.ts'
import { type Html, html, nothing } from './html.ts'

export interface FormErrors {
  email?: string | undefined
  password?: string | undefined
}

const pathOf = (root: string, token: string) => `${root}/login/invitation?token=${encodeURIComponent(token)}`

/** The sign-in page that returns to the invitation. */
export const loginPath = (root: string, token: string): string =>
  `${root}/login?next=${encodeURIComponent(pathOf(root, token))}`

const page = (invitation: OpenInvitation, body: Html, status = 200) => ({
  title: 'Invitation',
  status,
  body: html`<div class="card">
<h1>Join <bdi>${invitation.account_name}</bdi></h1>
<p class="dim">Your role will be <strong>${invitation.role}</strong>. ${roleMeanings[invitation.role]}</p>
${body}
</div>`,
})

interface Joining {
  invitation: OpenInvitation
  email: string
  hiddenFields: Html[]
}

export const joinPage = ({ invitation, email, hiddenFields }: Joining) =>
  page(
    invitation,
    html`<p>Signed in as ${email}.</p>
<form method="post" action="invitation">
${hiddenFields}
<button class="main">Join account</button>
</form>`,
  )

interface OtherEmail {
  invitation: OpenInvitation
  email: string
  csrf: Html
}

export const otherEmailPage = ({ invitation, email, csrf }: OtherEmail) =>
  page(
    invitation,
    html`<p>This invitation is for <strong>${invitation.email ?? ''}</strong>, but you are signed in as ${email}. Sign out, then open the link again.</p>
<form method="post" action="../logout">
${csrf}
<button class="main">Sign out</button>
</form>`,
    403,
  )

export const signInPage = (invitation: OpenInvitation, path: string) =>
  page(
    invitation,
    html`<p>Sign in as <strong>${invitation.email ?? ''}</strong> to accept.</p>
<p><a href="${path}">Sign in</a></p>`,
  )

/** Nobody can set a password for an email address that a provider manages, not even with an invitation to it. */
export function managedPage(invitation: OpenInvitation, managerId: string, root: string) {
  const email = html`<strong>${invitation.email ?? ''}</strong>`
  if (managerId === invitation.account_id)
    return page(
      invitation,
      html`<p>${email} uses single sign-on. Sign in with it to join.</p>
<p><a href="${root}/login/sso/${managerId}">Sign in with single sign-on</a></p>`,
    )
  return page(
    invitation,
    html`<p>${email} uses the single sign-on of another account. Sign in with it once, choose <a href="${root}/login/forgot">Forgot your password?</a> to set a password, then open this link again.</p>
<p><a href="${root}/login/sso">Sign in with single sign-on</a></p>`,
    403,
  )
}

interface NewUser {
  invitation: OpenInvitation
  path: string
  guard: Html[]
  email: string
  errors: FormErrors | undefined
}

export function newUserPage({ invitation, path, guard, email, errors = {} }: NewUser) {
  const isFailed = (errors.email ?? errors.password) !== undefined
  return page(
    invitation,
    html`${alert(isFailed ? 'Fix the errors below.' : undefined)}
<form method="post" action="invitation">
${guard}
${
  invitation.email === null
    ? field({
        name: 'email',
        label: 'Email',
        type: 'email',
        autocomplete: 'username',
        value: email,
        error: errors.email,
      })
    : html`<p>Your email: <strong>${invitation.email}</strong></p>`
}
${field({
  name: 'password',
  label: 'New password',
  type: 'password',
  autocomplete: 'new-password',
  hint: 'At least 10 characters. A few random words work well.',
  error: errors.password,
})}
<button class="main">Join account</button>
</form>
${invitation.email === null ? html`<p class="small"><a href="${path}">Sign in as an existing user</a></p>` : nothing}`,
    isFailed ? 422 : 200,
  )
}
