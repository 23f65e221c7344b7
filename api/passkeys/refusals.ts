import { ApiError, invalidField } from '#core/api-error.ts'

export const unsupported = () =>
  new ApiError(
    'CONFLICT',
    'Passkeys need HTTPS and a host name. Set BASE_URL to an https:// URL, and open Waymark there.',
  )

export const rejected = () => invalidField('response', 'The passkey was not accepted. Try again.')
