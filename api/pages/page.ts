import type { FastifyReply } from 'fastify'
import { pagePermissions } from '../frame/security-headers.ts'
import { type Html, html } from './html.ts'
import { contentPolicy, style } from './style.ts'

/** Referrer-Policy: with no-referrer, browsers would not send the origin that the CSRF check of our forms needs. */
export const pageHeaders = {
  'content-security-policy': contentPolicy,
  'cache-control': 'no-store',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'x-robots-tag': 'noindex',
  ...pagePermissions,
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
<link rel="stylesheet" href="${upTo(reply)}app/fonts.css">
<style>${style}</style>
</head>
<body>
<header class="brand">${mark}Waymark</header>
<main>
${body}
</main>
</body>
</html>
`
  return reply.code(status).type('text/html; charset=utf-8').send(page.text)
}

/** The mark of the dashboard (dashboard/public/icon.svg). */
const mark = html`<svg viewBox="0 0 32 32" width="24" height="24" aria-hidden="true"><rect width="32" height="32" rx="8" fill="#1d4ed8"/><path d="M8 11l4 11 4-9 4 9 4-11" fill="none" stroke="#fff" stroke-width="3" stroke-linecap="round" stroke-linejoin="round"/></svg>`

/** The relative path of the root, which is below the path of BASE_URL. */
function upTo({ request: { url } }: FastifyReply): string {
  return '../'.repeat(Math.max(0, url.replace(/\?.*/s, '').split('/').length - 2))
}

/** A page that shows only a message. */
export const message = (title: string, text: string, more: Html | '' = ''): Html => html`<div class="card">
<h1>${title}</h1>
<p class="dim">${text}</p>
${more}
</div>`

/** Redirects with 303: after a form the browser loads the next page with GET, so a reload does not resubmit the form. */
export const goTo = (reply: FastifyReply, path: string): FastifyReply => reply.redirect(path, 303)
