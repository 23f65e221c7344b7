/** The member at a path with dots, or the innermost object that has no such member. */
export function valueAt(values: unknown, path: string): unknown {
  if (typeof values !== 'object' || values === null) return values
  const members = values as Record<string, unknown>
  if (path in members) return members[path]
  const [name = '', ...rest] = path.split('.')
  return name in members && rest.length > 0 ? valueAt(members[name], rest.join('.')) : values
}
