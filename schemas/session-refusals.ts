/** `details` of refusals that the dashboard handles. Without zod, because the first load of the dashboard includes them. */

/** The user of the session must enter the password or a code again, or use a passkey (POST /api/app/confirm-password, confirm-code, confirm-passkey). */
export const passwordNeeded = 'password_confirmation_required'

/** The session is now in another account than the page. */
export const otherAccount = 'other_account'

/** The account requires single sign-on, which starts at /login/sso/{account_id}. */
export const providerNeeded = 'single_sign_on_required'

/** The token of the page is of an earlier session of the browser: the user has signed in again, or changed the password. */
export const wrongToken = 'wrong_csrf_token'
