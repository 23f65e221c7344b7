/** What an OAuth token may be for. None deletes. */
export const scopes = ['shorturl:read', 'shorturl:create', 'qrcode:read', 'qrcode:create', 'analytics:read'] as const
export type Scope = (typeof scopes)[number]
