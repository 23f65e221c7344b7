// Plain JavaScript, since it runs right after the installation.
import { existsSync, readFileSync, renameSync, writeFileSync } from 'fs'
import { join } from 'path'

/**
 * Faults of postgres.js 3.4.9: processes that end, connections that stay unusable, statements in the transaction of another
 * request, and rows in its response. And of BullMQ 6.7.0: jobs that lose their lock, and workers that ask Redis without a
 * pause. See docs/decisions/0047-mended-packages.md.
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
    file: 'postgres/src/connection.js',
    // The connection was lost, or has another statement by now.
    before: `  async function PortalSuspended() {
    try {
      const x = await Promise.resolve(query.cursorFn(result))
`,
    after: `  async function PortalSuspended() {
    const q = query
    try {
      const x = await Promise.resolve(q.cursorFn(result))
      if (query !== q)
        return
`,
  },
  {
    file: 'postgres/src/connection.js',
    before: `    } catch (err) {
      write(Sync)
      query.reject(err)`,
    after: `    } catch (err) {
      if (query !== q)
        return
      write(Sync)
      query.reject(err)`,
  },
  {
    file: 'postgres/src/connection.js',
    // Nobody waits for the types of arrays. Without them the connection cannot be used.
    before: '        return fetchArrayTypes()\n',
    after: '        return fetchArrayTypes().catch(() => socket && socket.destroy())\n',
  },
  {
    file: 'postgres/src/connection.js',
    before: `    if (initial)
      return reconnect()
`,
    after: `    if (initial && !errorResponse) {
      query = null
      return reconnect()
    }
`,
  },
  {
    file: 'postgres/src/connection.js',
    // A statement that is sent again would have its parameters encoded twice.
    before: 'parameters[i] = x = type in options.serializers',
    after: 'x = type in options.serializers',
  },
  {
    file: 'postgres/src/connection.js',
    // Another statement may be the active one.
    before: `      sent.length === 0 && write(Sync)
      errored(error)
      return true`,
    after: `      if (query === q) {
        write(Sync)
        errored(error)
      } else {
        sent.remove(q)
        queryError(q, error)
      }
      return true`,
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
  {
    file: 'bullmq/dist/cjs/classes/lock-manager.js',
    // The job may have begun again here, after this run had lost its lock. That lock is still to be renewed.
    before: `    untrackJob(jobId) {
        this.trackedJobs.delete(jobId);`,
    after: `    untrackJob(jobId, token) {
        const tracked = this.trackedJobs.get(jobId);
        if (tracked && tracked.token === token)
            this.trackedJobs.delete(jobId);`,
  },
  {
    file: 'bullmq/dist/cjs/classes/worker.js',
    times: 4,
    before: 'this.lockManager.untrackJob(job.id);',
    after: 'this.lockManager.untrackJob(job.id, token);',
  },
  {
    file: 'bullmq/dist/cjs/classes/worker.js',
    // Redis refuses writes, for example because its memory or its disk is full. It was asked again at once.
    before: `                        this.emit('error', err);
                    }
                    if (opts.onlyEmitError) {
                        return;`,
    after: `                        this.emit('error', err);
                    }
                    if (opts.onlyEmitError) {
                        await this.delay(0, this.abortDelayController);
                        return;`,
  },
]

/** Mends installed packages, once. Throws if a package has another text than expected. */
export function mendPackages(root) {
  for (const { file, times = 1, before, after } of mends) {
    const path = join(root, 'node_modules', file)
    if (!existsSync(path)) continue
    const text = readFileSync(path, 'utf8')
    const count = text.split(before).length - 1
    if (count === 0 && text.includes(after)) continue
    if (count !== times) throw new Error(`tools/mend-packages.js does not fit node_modules/${file}.`)
    // The file may be shared with another checkout by a hard link.
    const next = `${path}.${process.pid}`
    writeFileSync(
      next,
      text.replaceAll(before, () => after),
    )
    renameSync(next, path)
  }
}
