import type { Right, Role } from './roles.ts'

/** One sentence for users. */
export const roleMeanings: Record<Role, string> = {
  owner: 'Full access, including the owners of the account.',
  admin: 'Manages everything except the owners of the account.',
  editor: 'Creates and changes links, campaigns, QR codes, and A/B tests.',
  viewer: 'Views links, QR codes, and analytics.',
}

export const rightMeanings: Record<Right, string> = {
  own: 'Manage your own sign-in, sessions, and connected apps',
  view: 'View links, campaigns, QR codes, A/B tests, domains, members, and analytics',
  edit: 'Create, edit, and delete links, campaigns, tags, UTM templates, QR codes, and A/B tests',
  domains: 'Add, edit, and delete domains, and set their link defaults',
  connect: 'Manage API keys, webhooks, and the connected apps of all members',
  members: 'Invite and remove members, change roles, rename the account, and set up single sign-on',
  audit: 'View and export the audit log',
  owners: 'Invite, change, and remove owners',
}
