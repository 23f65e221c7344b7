import type { FastifyReply } from 'fastify'
import { type Html, html } from './html.ts'
import { contentPolicy, style } from './style.ts'

/** Referrer-Policy: with no-referrer browsers would hide the origin of our own forms, which the check of it needs. */
export const pageHeaders = {
  'content-security-policy': contentPolicy,
  'cache-control': 'no-store',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'x-robots-tag': 'noindex',
}

interface Page {
  title: string
  body: Html
  status?: number
}

export function sendPage(reply: FastifyReply, { title, body, status = 200 }: Page): FastifyReply {
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<title>${title} · Waymark</title>
<style>${style}</style>
</head>
<body>
<header class="brand">Waymark</header>
<main>
${body}
</main>
</body>
</html>
`
  return reply.code(status).type('text/html; charset=utf-8').send(page.text)
}

/** A page that only says something. */
export const message = (title: string, text: string, more: Html | '' = ''): Html => html`<div class="card">
<h1>${title}</h1>
<p class="dim">${text}</p>
${more}
</div>`

/** After a form: the browser asks for the next page by GET, and reloading that repeats nothing. */
export const goTo = (reply: FastifyReply, path: string): FastifyReply => reply.redirect(path, 303)
