import { type Permission, permissions } from '#schemas/permissions.ts'

/** What keys are mostly made for. Custom leaves the choice open. */
export const presets = [
  { name: 'Read only', about: 'Looks at links, QR codes and analytics', permissions: ['read', 'analytics'] },
  { name: 'Create links', about: 'Reads and writes, deletes nothing', permissions: ['read', 'write'] },
  { name: 'Everything', about: 'Also deletes and makes further keys', permissions },
] as const satisfies { name: string; about: string; permissions: readonly Permission[] }[]

export const permissionNames: Record<Permission, string> = {
  read: 'Read',
  write: 'Write',
  delete: 'Delete',
  analytics: 'Analytics',
}

export const expiries = [
  { name: 'Never', days: null },
  { name: 'In 30 days', days: 30 },
  { name: 'In 90 days', days: 90 },
  { name: 'In a year', days: 365 },
] as const
