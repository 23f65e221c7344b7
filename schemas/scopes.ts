/** What an access token may be for, and what people are told of it. None deletes. */
export const scopeMeanings = {
  'shorturl:read': 'See your short URLs, campaigns, domains and A/B tests',
  'shorturl:create': 'Create and change short URLs, campaigns, domains and A/B tests',
  'qrcode:read': 'See your QR codes and their A/B tests',
  'qrcode:create': 'Create and change QR codes and their A/B tests',
  'analytics:read': 'See the analytics of your short URLs and QR codes',
} as const
export type Scope = keyof typeof scopeMeanings
export const scopes = Object.keys(scopeMeanings) as Scope[]
