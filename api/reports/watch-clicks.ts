import { PassThrough, type Readable } from 'node:stream'
import { z } from 'zod'
import { isOpen } from '#model/accounts/sessions.ts'
import type { LiveClicks } from '#model/clicks/live-clicks.ts'
import { mostLiveLinks } from '#schemas/live-clicks.ts'
import { demandSession } from '../frame/auth/demand-session.ts'
import { endpoint } from '../frame/endpoint.ts'
import { FileReply } from '../frame/file-reply.ts'

/** Notices of an account per stream, however many clicks there are. */
const noticeEveryMs = 1_000
/** A client that hears nothing for longer than this knows that the stream is broken. */
const pingEveryMs = 5_000
/** The client then reconnects. */
const longestMs = 5 * 60_000
/** Unread notices of a slow client. */
const mostUnreadBytes = 65_536

/** Each notice lists the clicked links, or null if there are too many. It has no figures: the reports have them. */
export const watchClicks = endpoint({
  method: 'GET',
  path: '/live',
  summary: 'Stream a notice when clicks are stored',
  permission: 'read',
  reply: z.never(),
  async handle({ account, session, liveClicks, answer, sql }) {
    const { id } = demandSession(session)
    const stream = await openStream(liveClicks, account.id, () => isOpen(sql, id, account.id))
    answer.headers['x-accel-buffering'] = 'no'
    return new FileReply({
      media_type: 'text/event-stream; charset=utf-8',
      filename: 'live.txt',
      disposition: 'inline',
      make: async () => stream,
    })
  },
})

async function openStream(
  liveClicks: LiveClicks,
  accountId: string,
  mayContinue: () => Promise<boolean>,
): Promise<Readable> {
  const stream = new PassThrough()
  const send = (event: string, data: unknown) => {
    if (stream.writableLength > mostUnreadBytes) stream.destroy()
    else if (stream.writable) stream.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
  }
  // Asked at most once a second, so that nothing is sent after the session has ended.
  const notices = gather((links) => {
    mayContinue().then(
      (may) => (may ? send('clicks', { links }) : stream.end()),
      () => stream.destroy(),
    )
  })
  const stop = await liveClicks.watch(accountId, { onClicks: notices.add, onEnd: () => stream.end() })
  const ping = setInterval(() => send('ping', {}), pingEveryMs)
  const end = setTimeout(() => stream.end(), longestMs)
  stream.once('close', () => {
    stop()
    notices.stop()
    clearInterval(ping)
    clearTimeout(end)
  })
  send('ping', {})
  return stream
}

/** Sends the first notice at once, and combines those that follow within a second. */
function gather(send: (links: string[] | null) => void) {
  let [links, isAny]: [Set<string>, boolean] = [new Set(), false]
  let timer: ReturnType<typeof setTimeout> | undefined
  const flush = () => {
    timer = undefined
    if (links.size === 0 && !isAny) return
    send(isAny || links.size > mostLiveLinks ? null : [...links])
    links = new Set()
    isAny = false
    timer = setTimeout(flush, noticeEveryMs)
  }
  return {
    add: (clicked: readonly string[] | null) => {
      if (clicked === null) isAny = true
      else if (links.size <= mostLiveLinks) for (const id of clicked) links.add(id)
      if (timer === undefined) flush()
    },
    stop: () => clearTimeout(timer),
  }
}
