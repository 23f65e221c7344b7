import { confirmPasskey, offerConfirmation } from './confirm-passkey.ts'
import { ownPasskeys } from './own-passkeys.ts'

export const passkeyCalls = [...ownPasskeys, offerConfirmation, confirmPasskey]
