/** Who acts, for users. */
export const actorNames = {
  user: 'Users',
  key: 'API keys',
  app: 'Apps',
  cli: 'Command line',
  schedule: 'Scheduled changes',
  system: 'Waymark',
} as const
