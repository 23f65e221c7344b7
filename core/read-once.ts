/** What was read for this connection before, or what is read now. A failure is not remembered. */
export function readOnce<Connection extends WeakKey, Known>(
  known: WeakMap<Connection, Promise<Known>>,
  connection: Connection,
  read: (connection: Connection) => Promise<Known>,
): Promise<Known> {
  const before = known.get(connection)
  if (before !== undefined) return before
  const reading = read(connection)
  known.set(connection, reading)
  reading.catch(() => known.delete(connection))
  return reading
}
