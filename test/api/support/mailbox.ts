import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

export interface ReceivedMail {
  from: string
  to: string[]
  /** The whole message. Its parts are decoded where they are quoted-printable. */
  source: string
}

/** A real SMTP server on loopback that keeps what it receives. */
export async function openMailbox() {
  const mails: ReceivedMail[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, { envelope }, done) {
      let source = ''
      stream.setEncoding('utf8')
      stream.on('data', (part: string) => {
        source += part
      })
      stream.on('end', () => {
        const to = envelope.rcptTo.map(({ address }) => address)
        const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address
        mails.push({ from, to, source: decode(source) })
        done()
      })
    },
  })
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const { port } = server.server.address() as AddressInfo
  return {
    mails,
    url: `smtp://127.0.0.1:${port}`,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}

const decode = (source: string) =>
  source
    .replace(/=\r?\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
