import { ApiError, invalidField } from '#core/api-error.ts'

export const unsupported = () =>
  new ApiError(
    'CONFLICT',
    'Passkeys need an https URL with a host name. Ask the operator of this installation to set BASE_URL to one.',
  )

export const rejected = () => invalidField('response', 'The passkey was not accepted. Try again.')
