import { roleMeanings } from '#schemas/role-meanings.ts'
import type { Role } from '#schemas/roles.ts'
import { escapeHtml } from './pages/escape-html.ts'

export interface Mail {
  to: string
  subject: string
  text: string
  html: string
}

interface Letter {
  subject: string
  lines: string[]
  url: string
  act: string
  ending: string
}

export function invitationMail(to: string, invited: { account: string; role: Role; by: string; url: string }): Mail {
  return write(to, {
    subject: `Invitation to ${oneLine(invited.account)} on Waymark`,
    lines: [
      `${invited.by} invites you to the account ${oneLine(invited.account)} as ${invited.role}.`,
      roleMeanings[invited.role],
    ],
    url: invited.url,
    act: 'Accept the invitation',
    ending: 'The link works once, for 7 days. If you do not know the sender, ignore this email.',
  })
}

export function resetMail(to: string, url: string): Mail {
  return write(to, {
    subject: 'Reset your Waymark password',
    lines: ['Someone requested a password reset for your Waymark user.'],
    url,
    act: 'Set a new password',
    ending: 'The link works once, for 30 minutes. If it was not you, ignore this email: your password stays the same.',
  })
}

/** Names come from users. */
const oneLine = (name: string) => name.replace(/\p{C}+/gu, ' ').slice(0, 100)

function write(to: string, { subject, lines, url, act, ending }: Letter): Mail {
  const text = [...lines, `${act}:\n${url}`, ending].join('\n\n')
  const paragraphs = lines.map((line) => `<p>${escapeHtml(line)}</p>`).join('\n')
  const html = `<!doctype html>
<html lang="en">
<body style="font-family: sans-serif; font-size: 16px; line-height: 1.5">
${paragraphs}
<p><a href="${escapeHtml(url)}">${escapeHtml(act)}</a></p>
<p style="color: #555">${escapeHtml(ending)}</p>
</body>
</html>
`
  return { to, subject, text: `${text}\n`, html }
}
