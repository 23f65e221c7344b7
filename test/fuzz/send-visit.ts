import { connect, type Socket } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Visit } from './make-visit.ts'

/** Longer than the redirector waits for a store. */
const replyMostMs = 15_000
/** Without a complete request, the redirector may stay silent until its own limits. */
const silentMs = 150

export interface Visited {
  statuses: number[]
  /** All responses came, or the redirector closed the connection. */
  isComplete: boolean
  head: string
}

/** Writes the visit to a new connection and reads all status lines. */
export function sendVisit(port: number, { pieces, requests, leaves }: Visit): Promise<Visited> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    let text = ''
    const end = (isComplete: boolean) => {
      clearTimeout(timer)
      socket.destroy()
      resolve({ statuses: readStatuses(text), isComplete, head: text.slice(0, 200) })
    }
    const timer = setTimeout(() => end(requests === 0), requests === 0 ? silentMs : replyMostMs)
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1')
      if (requests > 0 && readStatuses(text).length >= requests) end(true)
    })
    // A refused request ends the connection, sometimes before its last bytes were read.
    socket.on('error', () => end(true))
    // uWebSockets.js closes a connection that sends the next request before it has its response.
    socket.on('close', () => end(requests !== 1 || readStatuses(text).length > 0))
    socket.on('connect', () => void writeAll(socket, pieces).then(() => leaves && end(true)))
  })
}

async function writeAll(socket: Socket, pieces: readonly Buffer[]): Promise<void> {
  for (const piece of pieces) {
    socket.write(piece)
    await nextTurn()
  }
}

const readStatuses = (text: string): number[] =>
  [...text.matchAll(/(?:^|[\n>}])HTTP\/1\.1 (\d{3})/g)].map(([, status]) => Number(status))
