/** The migrated database that `create database .. template ..` copies for each test file. */
export const templateDatabase = 'waymark_template'

/** The same server with another database (in Redis: the logical database of that number). */
export function withDatabase(url: string, database: string | number): string {
  const changed = new URL(url)
  changed.pathname = `/${database}`
  return changed.href
}
