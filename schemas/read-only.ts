/** How a PUT treats a member of a record that it cannot change. */
export interface ReadOnlyMember {
  /** It changes between a client's read and its write: any value is ignored. Others have to be sent back unchanged. */
  moves?: true
  /** What a client sends or calls to change it, as a sentence. */
  instead?: string
}

export type ReadOnlyMembers<Record = { [name: string]: unknown }> = { readonly [Name in keyof Record]?: ReadOnlyMember }
