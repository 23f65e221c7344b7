import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A connection to a store that can be cut: connections end, and new ones are refused. */
export async function cuttableWay(url: string) {
  const target = new URL(url)
  const sockets = new Set<Socket>()
  const server = createServer((client) => {
    const store = connect(Number(target.port), target.hostname)
    for (const socket of [client, store]) {
      sockets.add(socket)
      socket.on('error', () => socket.destroy())
      socket.on('close', () => sockets.delete(socket))
    }
    client.pipe(store).pipe(client)
  })
  const listen = (port: number) => new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  await listen(0)
  const { port } = server.address() as AddressInfo
  const way = new URL(url)
  way.host = `127.0.0.1:${port}`
  const close = (end: (socket: Socket) => void) =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      for (const socket of sockets) end(socket)
    })
  return {
    url: way.href,
    cut: () => close((socket) => socket.destroy()),
    /** As after a failover, when nobody knows the connections. */
    reset: () => close((socket) => socket.resetAndDestroy()),
    restore: () => listen(port),
  }
}
