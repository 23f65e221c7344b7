/** Characters that would split or change a tag when the list is read again. */
const dividing = /[,;|"'[\]]/

/** A value of a record in the files that imports read: a list of texts with commas, other lists and objects as JSON. */
export function csvValue(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (!Array.isArray(value)) return JSON.stringify(value)
  if (value.length === 0) return ''
  const isPlain = value.every((each) => typeof each === 'string' && !dividing.test(each))
  return isPlain ? value.join(',') : JSON.stringify(value)
}
