import { createHash } from 'node:crypto'
import { type Answer, headerValue } from './answer.ts'

const style = `
:root{color-scheme:light dark;--page:#f6f7f9;--text:#1b1f24;--dim:#59636e}
@media (prefers-color-scheme:dark){:root{--page:#14171a;--text:#eceff2;--dim:#9aa4af}}
body{margin:0;min-height:100vh;display:grid;place-items:center;background:var(--page);color:var(--text);
font:1.0625rem/1.6 system-ui,sans-serif}
main{max-width:30rem;padding:2rem}
h1{margin:0 0 .5rem;font-size:1.625rem;line-height:1.25}
p{margin:0;color:var(--dim)}`

const policy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`

const htmlHeaders = [
  ['Content-Type', headerValue('text/html; charset=utf-8')],
  ['Content-Security-Policy', headerValue(policy)],
  ['Cache-Control', headerValue('private, no-store')],
  ['X-Content-Type-Options', headerValue('nosniff')],
  ['Referrer-Policy', headerValue('no-referrer')],
  ['X-Robots-Tag', headerValue('noindex')],
] as const
const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

const escape = (text: string) => text.replace(/[&<>"']/g, (character) => entities[character] ?? '')

/** A page that asks for nothing else: no script, no image, one style that its policy names by its hash. */
export function htmlPage(status: number, title: string, text: string): Answer {
  const body = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${escape(title)}</title>
<style>${style}</style></head>
<body><main><h1>${escape(title)}</h1><p>${escape(text)}</p></main></body>
</html>
`
  return { status, headers: htmlHeaders, body }
}
