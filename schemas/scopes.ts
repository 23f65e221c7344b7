/** OAuth scopes and their descriptions for users. No scope allows deletion. */
export const scopeMeanings = {
  'shorturl:read': 'View your links, campaigns, domains, and A/B tests',
  'shorturl:create': 'Create and edit links, campaigns, domains, and A/B tests',
  'qrcode:read': 'View your QR codes and their A/B tests',
  'qrcode:create': 'Create and edit QR codes and their A/B tests',
  'analytics:read': 'View analytics for your links and QR codes',
} as const
export type Scope = keyof typeof scopeMeanings
export const scopes = Object.keys(scopeMeanings) as Scope[]
