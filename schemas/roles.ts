/** Roles of members, from the most to the least rights. Without zod, because the first load of the dashboard includes it. */
export const roles = ['owner', 'admin', 'editor', 'viewer'] as const
export type Role = (typeof roles)[number]

/**
 * What each role may do. schemas/role-meanings.ts describes the rights for users, and api/frame/auth/right-rules.ts names
 * the right of every endpoint.
 */
export const rights = {
  own: roles,
  view: roles,
  edit: ['owner', 'admin', 'editor'],
  domains: ['owner', 'admin'],
  connect: ['owner', 'admin'],
  members: ['owner', 'admin'],
  audit: ['owner', 'admin'],
  owners: ['owner'],
} as const satisfies Record<string, readonly Role[]>

export type Right = keyof typeof rights

export function roleHas(role: Role, right: Right): boolean {
  const allowed: readonly Role[] = rights[right]
  return allowed.includes(role)
}
