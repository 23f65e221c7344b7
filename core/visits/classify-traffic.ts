import { createIsbotFromList, isbot, list } from 'isbot'
import type { Traffic } from '#schemas/clicks.ts'

export interface TrafficClass {
  traffic: Traffic
  /** Reason why it is a bot; '' otherwise. */
  bot_reason: '' | 'head' | 'prefetch' | 'headless' | 'link-preview' | 'crawler'
}

/** Libraries and tools. isbot calls them bots, but a human may be using them. */
const scripted =
  /^(?:curl|wget|httpie|node|node-fetch|undici|axios|got|superagent|needle|bun|deno|python|python-requests|python-urllib3?|python-httpx|python\/\S+ aiohttp|aiohttp|httpx|urllib3?|go-http-client|go|java|okhttp|apache-httpclient|jakarta|kotlin|ktor-client|dart|ruby|faraday|rest-client|php|guzzlehttp|symfony httpclient|perl|libwww-perl|lwp|powershell|postmanruntime|insomnia|rust|reqwest|hyper|cfnetwork|dotnet|winhttp|libcurl|lua|r|julia)(?:[/\s;(]|$)/i

const scriptedInside = /\bWindowsPowerShell\/|\(https:\/\/github\.com\/sindresorhus\/got\)/

/** MyApp/1.0. isbot takes every such agent for a bot by its form, so that its patterns without those of a form decide. */
const product = /^[\w.-]+\/v?\d[\w.+-]*$/
const isNamedBot = createIsbotFromList(list.filter((pattern) => !/^\^\[?\\w/.test(pattern)))
/** Crawlers that isbot knows by their form only. */
const namedCrawler = /slurp|scrapy|dataprovider/i

const headless = /headless|phantomjs|puppeteer|playwright|selenium/i

/** Bots that fetch a page once to show a preview of a pasted link. */
const linkPreview =
  /facebookexternalhit|facebookcatalog|twitterbot|linkedinbot|slackbot|slack-imgproxy|discordbot|telegrambot|whatsapp|skypeuripreview|pinterestbot|redditbot|viber|snapchat url preview|mastodon|bluesky|iframely|embedly|google-pagerenderer|bitlybot/i

const prefetch = /prefetch|prerender|preview/i

/** HEAD and prefetch requests are never visits. */
export function classifyRequest(method: string, purpose: string): TrafficClass | null {
  if (method === 'HEAD') return { traffic: 'bot', bot_reason: 'head' }
  if (purpose !== '' && prefetch.test(purpose)) return { traffic: 'bot', bot_reason: 'prefetch' }
  return null
}

export function classifyUserAgent(userAgent: string): TrafficClass {
  if (userAgent === '' || scripted.test(userAgent) || scriptedInside.test(userAgent)) {
    return { traffic: 'unknown', bot_reason: '' }
  }
  if (!isbot(userAgent)) return { traffic: 'human', bot_reason: '' }
  if (isOtherProgram(userAgent)) return { traffic: 'unknown', bot_reason: '' }
  if (headless.test(userAgent)) return { traffic: 'bot', bot_reason: 'headless' }
  return { traffic: 'bot', bot_reason: linkPreview.test(userAgent) ? 'link-preview' : 'crawler' }
}

const isOtherProgram = (userAgent: string): boolean =>
  product.test(userAgent) &&
  !isNamedBot(userAgent) &&
  ![namedCrawler, headless, linkPreview].some((names) => names.test(userAgent))
