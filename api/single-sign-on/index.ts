import { connectIdentity, disconnectIdentity, listIdentities } from './identities.ts'
import { removeSingleSignOn, showSingleSignOn, updateSingleSignOn } from './settings.ts'
import { tryProvider } from './try-provider.ts'

/** Calls under /api/app. */
export const singleSignOnCalls = [
  showSingleSignOn,
  updateSingleSignOn,
  removeSingleSignOn,
  tryProvider,
  listIdentities,
  connectIdentity,
  disconnectIdentity,
]
