type Plain = Record<string, unknown>

/** What a form holds in addition to its start. */
export interface DraftChanges {
  changes: Plain
  /** A password was typed, which is not kept. */
  lacksSecret: boolean
}

/** The members that are not as they were at the start. */
export function changedMembers<Filled extends object>(filled: Filled, start: Filled): Partial<Filled> {
  const former = start as Plain
  const changed = Object.entries(filled).filter(([name, value]) => !isSame(value, former[name]))
  return Object.fromEntries(changed) as Partial<Filled>
}

/** The changed members, without secrets. undefined: nothing was changed. */
export function changesOf(filled: object, start: object): DraftChanges | undefined {
  const changes = changedMembers(filled, start)
  if (Object.keys(changes).length === 0) return undefined
  const kept = withoutSecrets(changes) as Plain
  return { changes: kept, lacksSecret: !isSame(kept, changes) }
}

/** Members of another type come from an older version of the form, and are left out. */
export function applyChanges<Filled extends object>(start: Filled, changes: Plain): Filled {
  const former = start as Plain
  const known = Object.entries(changes).filter(([name, value]) => name in former && fits(value, former[name]))
  const applied = known.map(([name, value]) => [
    name,
    isPlain(value) ? { ...(former[name] as Plain), ...value } : value,
  ])
  return { ...start, ...Object.fromEntries(applied) }
}

const fits = (value: unknown, former: unknown) =>
  value === null ||
  former === null ||
  (typeof value === typeof former && Array.isArray(value) === Array.isArray(former))

const isPlain = (value: unknown): value is Plain => typeof value === 'object' && value !== null && !Array.isArray(value)

const isSecret = (name: string, value: unknown) =>
  typeof value === 'string' && value !== '' && /password|secret/i.test(name)

/** At any depth: the password of a Wi-Fi network is in the content of a QR code. */
function withoutSecrets(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutSecrets)
  if (!isPlain(value)) return value
  const kept = Object.entries(value).filter(([name, member]) => !isSecret(name, member))
  return Object.fromEntries(kept.map(([name, member]) => [name, withoutSecrets(member)]))
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)
