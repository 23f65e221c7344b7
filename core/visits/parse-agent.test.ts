import { describe, expect, it } from 'vitest'
import { parseAgent } from './parse-agent.ts'

const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)'

describe('a user agent', () => {
  it.each([
    [
      `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/126.0.0.0 Safari/537.36`,
      'Chrome 126',
      'Windows 10',
      'desktop',
    ],
    [
      `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/126.0.0.0 Safari/537.36 Edg/126.0.0.0`,
      'Edge 126',
      'Windows 10',
      'desktop',
    ],
    [
      `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/126.0.0.0 Safari/537.36 OPR/112.0.0.0`,
      'Opera 112',
      'Windows 10',
      'desktop',
    ],
    [
      'Mozilla/5.0 (Windows NT 6.1; WOW64; Trident/7.0; rv:11.0) like Gecko',
      'Internet Explorer 11',
      'Windows 7',
      'desktop',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1',
      'Safari 17.5',
      'iOS 17.5',
      'mobile',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/126.0.6478.54 Mobile/15E148 Safari/604.1',
      'Chrome 126',
      'iOS 17.5',
      'mobile',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) FxiOS/127.0 Mobile/15E148 Safari/605.1.15',
      'Firefox 127',
      'iOS 17.5',
      'mobile',
    ],
    [
      'Mozilla/5.0 (iPad; CPU OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1',
      'Safari 17.5',
      'iOS 17.5',
      'tablet',
    ],
    [
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Safari/605.1.15',
      'Safari 17.5',
      'macOS 10.15',
      'desktop',
    ],
    [
      `Mozilla/5.0 (Linux; Android 10; K) ${webkit} Chrome/126.0.0.0 Mobile Safari/537.36`,
      'Chrome 126',
      'Android 10',
      'mobile',
    ],
    [
      `Mozilla/5.0 (Linux; Android 12; SM-T870) ${webkit} Chrome/126.0.0.0 Safari/537.36`,
      'Chrome 126',
      'Android 12',
      'tablet',
    ],
    [
      `Mozilla/5.0 (Linux; Android 14; SM-S921B) ${webkit} SamsungBrowser/25.0 Chrome/121.0.0.0 Mobile Safari/537.36`,
      'Samsung Internet 25',
      'Android 14',
      'mobile',
    ],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0', 'Firefox 127', 'Linux', 'desktop'],
    [
      'Mozilla/5.0 (X11; Ubuntu; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0',
      'Firefox 127',
      'Linux',
      'desktop',
    ],
    [
      `Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${webkit} Chrome/126.0.0.0 Safari/537.36`,
      'Chrome 126',
      'ChromeOS 14541',
      'desktop',
    ],
    [
      'Mozilla/5.0 (PlayStation; PlayStation 5/2.26) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/13.0 Safari/605.1.15',
      'Safari 13',
      'PlayStation 5',
      'other',
    ],
    [
      'Mozilla/5.0 (SMART-TV; Linux; Tizen 5.0) AppleWebKit/537.36 (KHTML, like Gecko) Version/5.0 TV Safari/537.36',
      'Safari 5',
      'Tizen 5',
      'other',
    ],
    ['curl/8.5.0', '', '', 'other'],
    ['', '', '', 'other'],
  ])('parses %s', (userAgent, browser, os, device_type) => {
    const agent = parseAgent(userAgent)
    expect({
      browser: `${agent.browser} ${agent.browser_version}`.trim(),
      os: `${agent.os} ${agent.os_version}`.trim(),
      device_type: agent.device_type,
    }).toEqual({ browser, os, device_type })
  })

  it.each([
    [
      `Mozilla/5.0 (Linux; Android 13; SM-S911B Build/TP1A.220624.014; wv) ${webkit} Version/4.0 Chrome/126.0.6478.71 Mobile Safari/537.36 Instagram 338.0.0.33.118 Android (33/13; 480dpi; 1080x2106; samsung; SM-S911B; dm1q; qcom; de_DE; 619461438)`,
      'Instagram 338 Android 13 mobile',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/21F90 [FBAN/FBIOS;FBAV/468.0.0.40.110;FBBV/614513113;FBDV/iPhone14,5;FBMD/iPhone;FBSN/iOS;FBSV/17.5.1;FBSS/3;FBID/phone;FBLC/de_DE;FBOP/5;FBRV/617037219]',
      'Facebook 468 iOS 17.5 mobile',
    ],
    [
      'Mozilla/5.0 (Windows Phone 10.0; Android 6.0.1; Microsoft; Lumia 650) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/52.0.2743.116 Mobile Safari/537.36 Edge/15.15063',
      'Edge 15.1506 Windows Phone 10 mobile',
    ],
  ])('parses an app that names much: %s', (userAgent, expected) => {
    const { browser, browser_version, os, os_version, device_type } = parseAgent(userAgent)
    expect([browser, browser_version, os, os_version, device_type].join(' ')).toBe(expected)
  })

  it('takes bounded time to parse, whatever it repeats', () => {
    const laptop = `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/126.0.0.0 Safari/537.36`
    const usual = lowestMicros(() => laptop)
    const words = [
      'droid',
      ' droid ',
      '(android',
      'droid a; b bui ',
      ' huawei ',
      'oppo ',
      'iphone',
      'chrome/',
      'opera',
      ' a ',
    ]
    const times = words.map((word) => [word, lowestMicros((run) => `${run} ${word.repeat(512)}`.slice(0, 512)) / usual])
    // Measured: at most 4, and 5 to 39 without the limits.
    expect(times.filter(([, ratio]) => Number(ratio) > 15)).toEqual([])
  })

  it('ignores a version that is not a number', () => {
    expect(parseAgent(`Mozilla/5.0 (X11; Linux x86_64) Chrome/${'a'.repeat(300)} Safari/537.36`).browser_version).toBe(
      '',
    )
  })
})

/** The fastest of several rounds, since another process can only make one slower. */
function lowestMicros(agentOf: (run: number) => string): number {
  const rounds = Array.from({ length: 8 }, (_, round) => {
    const agents = Array.from({ length: 40 }, (_, at) => agentOf(round * 40 + at))
    const start = performance.now()
    for (const agent of agents) parseAgent(agent)
    return performance.now() - start
  })
  return Math.min(...rounds)
}
