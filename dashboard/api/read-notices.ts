import { openEvents } from './client.ts'

/** The server sends a ping every 5 s. */
const silentMs = 12_000

interface Reading {
  signal: AbortSignal
  onOpen: () => void
  /** The clicked links; null: too many to list. */
  onClicks: (links: string[] | null) => void
}

/** Reads the notices of stored clicks until the server ends the stream. Throws if it fails or falls silent. */
export async function readNotices({ signal, onOpen, onClicks }: Reading): Promise<void> {
  const silence = new AbortController()
  const stop = () => silence.abort(signal.reason)
  signal.addEventListener('abort', stop)
  let timer = setTimeout(stop, silentMs)
  try {
    const reader = (await openEvents('/api/app/live', silence.signal)).getReader()
    onOpen()
    for (let text = ''; ; ) {
      const { done, value = '' } = await reader.read()
      if (done) return
      clearTimeout(timer)
      timer = setTimeout(stop, silentMs)
      const events = `${text}${value}`.split('\n\n')
      text = events.pop() ?? ''
      for (const event of events) readEvent(event, onClicks)
    }
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', stop)
  }
}

function readEvent(event: string, onClicks: Reading['onClicks']): void {
  const [, name, data = ''] = /^event: (\w+)\ndata: (.*)$/.exec(event) ?? []
  if (name === 'clicks') onClicks((JSON.parse(data) as { links: string[] | null }).links)
}
