/** Fields that contain the time of the request, not stored data. */
const volatile = new Set(['generated_at', 'last_used_at', 'end_date', 'timestamp'])

/** What is missing or different in the second value; additional fields are ignored. */
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
