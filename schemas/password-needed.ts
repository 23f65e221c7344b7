/**
 * `details` of the refusal of a session whose user must enter the password again (POST /api/app/confirm-password). Without
 * zod, because the first load of the dashboard includes it.
 */
export const passwordNeeded = 'password_confirmation_required'
