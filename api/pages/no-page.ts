import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '#runtime/config.ts'
import { html } from './html.ts'
import { message, pageHeaders, sendPage } from './page.ts'

/** Paths for programs, whose replies stay JSON. */
const forPrograms = /^\/(api|mcp|internal|\.well-known)(\/|$)/

/** Sends a page to a browser that asks for a path without one. Returns false for programs. */
export function offerApp({
  BASE_URL,
}: Pick<Config, 'BASE_URL'>): (request: FastifyRequest, reply: FastifyReply) => boolean {
  const root = new URL(BASE_URL).pathname.replace(/\/$/, '')
  const toApp = html`<p><a href="${root}/app">Open the dashboard</a></p>`
  const body = message('Page not found', 'There is no page at this URL. Check it for typos.', toApp)
  return ({ method, url, headers: { accept = '' } }, reply) => {
    if (!/^(GET|HEAD)$/.test(method) || forPrograms.test(url) || !accept.includes('text/html')) return false
    sendPage(reply.headers(pageHeaders), { title: 'Page not found', status: 404, body })
    return true
  }
}
