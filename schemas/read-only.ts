export interface ReadOnlyMember {
  /** Changes on its own, so any value is ignored. */
  moves?: true
  /** Members that determine it. Sent with one of them, an outdated value is ignored, so a repeated PUT has the same result. */
  follows?: readonly string[]
  instead?: string
}

export type ReadOnlyMembers<Record = { [name: string]: unknown }> = { readonly [Name in keyof Record]?: ReadOnlyMember }

/** How a client changes the member; '' if it cannot. */
export function adviseOn({ follows = [], instead = '' }: ReadOnlyMember): string {
  if (instead !== '' || follows.length === 0) return instead
  return `Send ${[follows.slice(0, -1).join(', '), follows.at(-1)].filter(Boolean).join(' or ')} instead.`
}
