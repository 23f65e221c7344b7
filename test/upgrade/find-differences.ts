/** Members that say when something was asked, not what is stored. */
const volatile = new Set(['generated_at', 'last_used_at', 'end_date', 'timestamp'])

/** What the second value lacks or has otherwise; what it has in addition is no difference. */
export function findDifferences(before: unknown, after: unknown, path = ''): string[] {
  if (Array.isArray(before) && Array.isArray(after)) {
    if (before.length !== after.length) return [`${path}: ${before.length} items became ${after.length}`]
    return before.flatMap((item, index) => findDifferences(item, after[index], `${path}[${index}]`))
  }
  if (isObject(before) && isObject(after)) {
    return Object.entries(before)
      .filter(([name]) => !volatile.has(name))
      .flatMap(([name, value]) => findDifferences(value, after[name], `${path}.${name}`))
  }
  return Object.is(before, after) ? [] : [`${path}: ${JSON.stringify(before)} became ${JSON.stringify(after)}`]
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
