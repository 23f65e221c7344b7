export const permissions = ['read', 'write', 'delete', 'analytics'] as const
export type Permission = (typeof permissions)[number]
