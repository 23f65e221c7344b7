/** How a PUT treats a member of a record that it cannot change. */
export interface ReadOnlyMember {
  /** It changes between a client's read and its write: any value is ignored. */
  moves?: true
  /** Members that decide it. Next to one of them an old value is ignored, so that a repeated PUT has the same result. */
  follows?: readonly string[]
  /** What a client calls to change it, as a sentence. */
  instead?: string
}

export type ReadOnlyMembers<Record = { [name: string]: unknown }> = { readonly [Name in keyof Record]?: ReadOnlyMember }

/** What a client does to change the member; '' where nothing does. */
export function adviseOn({ follows = [], instead = '' }: ReadOnlyMember): string {
  if (instead !== '' || follows.length === 0) return instead
  return `Send ${[follows.slice(0, -1).join(', '), follows.at(-1)].filter(Boolean).join(' or ')} instead.`
}
