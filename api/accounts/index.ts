import { createKey } from './create-key.ts'
import { exportAccount } from './export-account.ts'
import { listKeys } from './list-keys.ts'
import { revokeKey } from './revoke-key.ts'
import { showMe } from './show-me.ts'
import { showUsage } from './show-usage.ts'

export const accounts = [showMe, showUsage, exportAccount]

export const keys = [createKey, listKeys, revokeKey]
