import { type Permission, permissions } from '#schemas/permissions.ts'

export const presets = [
  { name: 'Read only', about: 'View links, QR codes, and analytics', permissions: ['read', 'analytics'] },
  { name: 'Create links', about: 'Read and write, but not delete', permissions: ['read', 'write'] },
  { name: 'Full access', about: 'Also delete, and create API keys', permissions },
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
  { name: 'In 1 year', days: 365 },
] as const
