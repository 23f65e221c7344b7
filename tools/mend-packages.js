// Plain JavaScript, since it runs right after the installation.
import { existsSync, readFileSync, renameSync, writeFileSync } from 'fs'
import { join } from 'path'

/**
 * Faults of postgres.js 3.4.9. When a connection was lost, the process could end, the connection could stay unusable, and
 * statements of the lost transaction could be written in the next one. Behind 100 other statements, a transaction could begin
 * without having its connection to itself. See docs/decisions/0047-mended-driver.md.
 */
const mends = [
  {
    file: 'postgres/src/connection.js',
    // What was not sent yet must not be sent on the next connection.
    before: `    clearImmediate(nextWriteTimer)
    socket.removeListener('data', data)`,
    after: `    clearImmediate(nextWriteTimer)
    nextWriteTimer = chunk = null
    terminated = true
    socket.removeListener('data', data)`,
  },
  {
    file: 'postgres/src/connection.js',
    // Statements that wait fail too if the connection was reset.
    before: `    !hadError && (query || sent.length) && error(Errors.connection('CONNECTION_CLOSED', options, socket))
`,
    after: `    ;(query || sent.length) && error(Errors.connection('CONNECTION_CLOSED', options, socket))
    query = errorResponse = null
`,
  },
  {
    file: 'postgres/src/connection.js',
    // A transaction takes its connection also if no further statement may be sent on it yet.
    before: `      return write(toBuffer(q))
        && !q.describeFirst
        && !q.cursorFn
        && sent.length < max_pipeline
        && (!q.options.onexecute || q.options.onexecute(connection))`,
    after: `      const isOpen = write(toBuffer(q))
        && !q.describeFirst
        && !q.cursorFn
        && sent.length < max_pipeline
      return (!q.options.onexecute || q.options.onexecute(connection)) && isOpen`,
  },
  {
    file: 'postgres/src/index.js',
    before: 'connection.onclose = reject)',
    after: 'connection.onclose = e => reject(lost = e))',
  },
  {
    file: 'postgres/src/index.js',
    before: `      , prepare = null

    try {`,
    after: `      , prepare = null
      , lost = null

    try {`,
  },
  {
    file: 'postgres/src/index.js',
    // Another transaction may have the connection by now.
    before: `        q.catch(e => uncaughtError || (uncaughtError = e))
        c.queue === full`,
    after: `        q.catch(e => uncaughtError || (uncaughtError = e))
        if (lost)
          return q.reject(lost)
        c.queue === full`,
  },
]

/** Mends installed packages, once. Throws if a package has another text than expected. */
export function mendPackages(root) {
  for (const { file, before, after } of mends) {
    const path = join(root, 'node_modules', file)
    if (!existsSync(path)) continue
    const text = readFileSync(path, 'utf8')
    if (text.includes(after)) continue
    if (text.split(before).length !== 2) throw new Error(`tools/mend-packages.js does not fit node_modules/${file}.`)
    // The file may be shared with another checkout by a hard link.
    const next = `${path}.${process.pid}`
    writeFileSync(
      next,
      text.replace(before, () => after),
    )
    renameSync(next, path)
  }
}
