/** FNV-1a of an ASCII text, its better bits below. */
export function keyHash(key: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < key.length; index++) hash = Math.imul(hash ^ key.charCodeAt(index), 0x01000193)
  return hash ^ (hash >>> 15)
}
