import { describe, expect, it } from 'vitest'
import { classifyRequest, classifyUserAgent } from './classify-traffic.ts'

const chrome =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36'

describe('the request', () => {
  it('is a bot if the method is HEAD', () => {
    expect(classifyRequest('HEAD', '')).toEqual({ traffic: 'bot', bot_reason: 'head' })
  })

  it.each(['prefetch', 'prefetch;prerender', 'Prefetch', 'preview', 'prerender'])(
    'is a bot for purpose %s, since no one has seen the page',
    (purpose) => {
      expect(classifyRequest('GET', purpose)).toEqual({ traffic: 'bot', bot_reason: 'prefetch' })
    },
  )

  it('is not classified for an ordinary GET, or the POST that unlocks a link', () => {
    expect(classifyRequest('GET', '')).toBeNull()
    expect(classifyRequest('POST', '')).toBeNull()
  })
})

describe('the user agent', () => {
  it.each([
    chrome,
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1',
    'Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0',
    'Mozilla/5.0 (Linux; Android 14; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/126.0 Mobile Safari/537.36 Instagram 337.0',
  ])('is a human for a browser: %s', (userAgent) => {
    expect(classifyUserAgent(userAgent)).toEqual({ traffic: 'human', bot_reason: '' })
  })

  it.each([
    '',
    'curl/8.5.0',
    'Wget/1.21.4',
    'node',
    'node-fetch/1.0 (+https://github.com/bitinn/node-fetch)',
    'undici',
    'axios/1.7.2',
    'got (https://github.com/sindresorhus/got)',
    'python-requests/2.32.3',
    'Python-urllib/3.11',
    'python-urllib3/2.2.1',
    'MyApp/1.0',
    'Acme-Client/v2.3.1',
    'acme.sync/3',
    'python-httpx/0.27.0',
    'Python/3.12 aiohttp/3.9.5',
    'Go-http-client/2.0',
    'okhttp/4.12.0',
    'Java/17.0.2',
    'Apache-HttpClient/4.5.14 (Java/17.0.2)',
    'Ruby',
    'GuzzleHttp/7',
    'libwww-perl/6.67',
    'PostmanRuntime/7.39.0',
    'Dart/3.4 (dart:io)',
    'Mozilla/5.0 (Windows NT; Windows NT 10.0; en-US) WindowsPowerShell/5.1.22621',
  ])('is unknown for a scripted client: "%s"', (userAgent) => {
    expect(classifyUserAgent(userAgent)).toEqual({ traffic: 'unknown', bot_reason: '' })
  })

  it.each([
    ['Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)', 'crawler'],
    ['Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)', 'crawler'],
    [
      'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.0; +https://openai.com/gptbot)',
      'crawler',
    ],
    ['axios-bot/1.0', 'crawler'],
    ['Googlebot/2.1', 'crawler'],
    ['Scrapy/2.11', 'crawler'],
    ['Slurp/3.0', 'crawler'],
    ['ia_archiver/1.0', 'crawler'],
    ['Viber/13', 'link-preview'],
    ['HeadlessChrome/126', 'headless'],
    ['Mozilla/5.0 (compatible; UptimeRobot/2.0; http://www.uptimerobot.com/)', 'crawler'],
    ['facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)', 'link-preview'],
    ['Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)', 'link-preview'],
    ['WhatsApp/2.23.20.0', 'link-preview'],
    ['TelegramBot (like TwitterBot)', 'link-preview'],
    [
      'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/126.0.0.0 Safari/537.36',
      'headless',
    ],
  ])('is a bot, with its kind: %s', (userAgent, bot_reason) => {
    expect(classifyUserAgent(userAgent)).toEqual({ traffic: 'bot', bot_reason })
  })
})
