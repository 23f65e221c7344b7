/** Roles of members, from the most to the least rights. Without zod, because the first load of the dashboard includes it. */
export const roles = ['owner', 'admin', 'editor', 'viewer'] as const
export type Role = (typeof roles)[number]

/** One sentence for users. */
export const roleMeanings: Record<Role, string> = {
  owner: 'Full access, including the owners of the account.',
  admin: 'Manages everything except the owners of the account.',
  editor: 'Creates and changes links, campaigns, QR codes, and A/B tests.',
  viewer: 'Views links, QR codes, and analytics.',
}

interface RightRule {
  meaning: string
  roles: readonly Role[]
}

/** What each role may do. api/frame/auth/right-rules.ts names the right of every endpoint. */
export const rights = {
  own: { meaning: 'Manage your own sign-in, sessions, and connected apps', roles },
  view: { meaning: 'View links, campaigns, QR codes, A/B tests, domains, members, and analytics', roles },
  edit: {
    meaning: 'Create, edit, and delete links, campaigns, tags, UTM templates, QR codes, and A/B tests',
    roles: ['owner', 'admin', 'editor'],
  },
  domains: { meaning: 'Add, edit, and delete domains, and set their link defaults', roles: ['owner', 'admin'] },
  connect: { meaning: 'Manage API keys, webhooks, and the connected apps of all members', roles: ['owner', 'admin'] },
  members: { meaning: 'Invite and remove members, change roles, and rename the account', roles: ['owner', 'admin'] },
  audit: { meaning: 'View and export the audit log', roles: ['owner', 'admin'] },
  owners: { meaning: 'Invite, change, and remove owners', roles: ['owner'] },
} as const satisfies Record<string, RightRule>

export type Right = keyof typeof rights

export function roleHas(role: Role, right: Right): boolean {
  const allowed: readonly Role[] = rights[right].roles
  return allowed.includes(role)
}
