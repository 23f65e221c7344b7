import { createTransport, type Transporter } from 'nodemailer'
import type { Config } from './config.ts'
import type { Log } from './log.ts'

/** Time limit for each step of sending an email. */
const longestMs = 10_000

interface Email {
  to: string
  subject: string
  text: string
  html: string
}

/** Sends email through the SMTP server of SMTP_URL. */
export class Mailer {
  readonly #transport: Transporter | undefined
  readonly #from: string
  readonly #log: Log

  constructor({ SMTP_URL, MAIL_FROM, BASE_URL }: Pick<Config, 'SMTP_URL' | 'MAIL_FROM' | 'BASE_URL'>, log: Log) {
    this.#from = MAIL_FROM ?? `Waymark <waymark@${new URL(BASE_URL).hostname}>`
    this.#log = log
    if (SMTP_URL === undefined) return
    this.#transport = createTransport({
      url: SMTP_URL,
      connectionTimeout: longestMs,
      greetingTimeout: longestMs,
      socketTimeout: longestMs,
      disableFileAccess: true,
      disableUrlAccess: true,
    })
  }

  get isOn(): boolean {
    return this.#transport !== undefined
  }

  /** False if the server did not accept the email, or SMTP_URL is not set. */
  async send({ to, subject, text, html }: Email): Promise<boolean> {
    if (this.#transport === undefined) return false
    try {
      await this.#transport.sendMail({ from: this.#from, to: { name: '', address: to }, subject, text, html })
      return true
    } catch (error) {
      // The message of the error can contain the recipient.
      const { code } = error as NodeJS.ErrnoException
      this.#log.error({ code: code ?? 'unknown' }, 'an email could not be sent')
      return false
    }
  }
}
