import { createHash } from 'node:crypto'
import { type Answer, headerValue } from '../visit/answer.ts'

const style = `
:root{color-scheme:light dark;--page:#f6f7f9;--text:#1b1f24;--dim:#59636e;--alarm:#b42318}
@media (prefers-color-scheme:dark){:root{--page:#14171a;--text:#eceff2;--dim:#9aa4af;--alarm:#ff9b8f}}
body{margin:0;min-height:100vh;display:grid;place-items:center;background:var(--page);color:var(--text);
font:1.0625rem/1.6 system-ui,sans-serif}
main{max-width:30rem;padding:2rem}
h1{margin:0 0 .5rem;font-size:1.625rem;line-height:1.25}
p{margin:0 0 1rem;color:var(--dim);overflow-wrap:anywhere}
form{display:grid;gap:.5rem}
label{font-weight:600}
input,button{font:inherit;padding:.5rem .75rem;border-radius:.375rem;border:1px solid var(--dim)}
button,.button{border-color:#2563eb;background:#2563eb;color:#fff;cursor:pointer}
.button{display:inline-block;padding:.5rem .75rem;border-radius:.375rem;text-decoration:none}
.said,dd{color:var(--text);white-space:pre-wrap;overflow-wrap:anywhere}
dl{margin:0 0 1rem}
dt{color:var(--dim);font-size:.875rem}
dd{margin:0 0 .5rem}
[role=alert]{color:var(--alarm)}`

const styleHash = createHash('sha256').update(style).digest('base64')

/**
 * A form posts to its own URL, and the response redirects to any destination. Browsers apply form-action to that
 * redirect as well, and listing the destination would reveal it.
 */
const formActions = { none: "'none'", redirect: "'self' http: https:" }

const headersFor = (forms: keyof typeof formActions) =>
  [
    ['Content-Type', headerValue('text/html; charset=utf-8')],
    [
      'Content-Security-Policy',
      headerValue(
        `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action ${formActions[forms]}; frame-ancestors 'none'`,
      ),
    ],
    ['Cache-Control', headerValue('private, no-store')],
    ['X-Content-Type-Options', headerValue('nosniff')],
    ['Referrer-Policy', headerValue('no-referrer')],
    ['X-Robots-Tag', headerValue('noindex')],
  ] as const
const headers = { none: headersFor('none'), redirect: headersFor('redirect') }

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

export const escape = (text: string) => text.replace(/[&<>"']/g, (character) => entities[character] ?? '')

interface Page {
  status: number
  title: string
  /** HTML after the title. */
  main: string
  /** Additional HTML in the head. */
  head?: string
  forms?: keyof typeof formActions
}

/** A page without further requests: no scripts, no images, and one inline style, which the policy allows by its hash. */
export function htmlDocument({ status, title, main, head = '', forms = 'none' }: Page): Answer {
  const body = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${escape(title)}</title>
${head}<style>${style}</style></head>
<body><main><h1>${escape(title)}</h1>${main}</main></body>
</html>
`
  return { status, headers: headers[forms], body }
}

export const htmlPage = (status: number, title: string, text: string): Answer =>
  htmlDocument({ status, title, main: `<p>${escape(text)}</p>` })
