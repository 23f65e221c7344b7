import { describe, expect, it } from 'vitest'
import { parseAgent } from './parse-agent.ts'
import { urlForSystem } from './url-for-system.ts'

const urls = { ios_url: 'ios', android_url: 'android' }

describe('urlForSystem', () => {
  it.each([
    ['Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 Safari/604.1', 'ios'],
    [
      'Mozilla/5.0 (iPad; CPU OS 12_4 like Mac OS X) AppleWebKit/605.1.15 Version/12.1 Mobile/15E148 Safari/604.1',
      'ios',
    ],
    ['Mozilla/5.0 (iPod touch; CPU iPhone OS 12_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148', 'ios'],
    ['MyApp/3 CFNetwork/1494.0.7 Darwin/23.4.0', 'ios'],
    ['Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 Chrome/126.0.0.0 Mobile Safari/537.36', 'android'],
    ['Dalvik/2.1.0 (Linux; U; Android 9; SM-G960F Build/PPR1.180610.011)', 'android'],
    ['Mozilla/5.0 (Android 14; Mobile; rv:127.0) Gecko/127.0 Firefox/127.0', 'android'],
    [
      'Mozilla/5.0 (Windows Phone 10.0; Android 6.0.1; Microsoft; Lumia 650) Chrome/52.0 Mobile Safari/537.36',
      undefined,
    ],
    [
      'Mozilla/5.0 (Mobile; Windows Phone 8.1; Android 4.0; ARM; Trident/7.0; rv:11.0; IEMobile/11.0) like iPhone OS 7_0_3',
      undefined,
    ],
    ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/17.5 Safari/605.1.15', undefined],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0', undefined],
    ['curl/8.5.0', undefined],
    ['', undefined],
  ])('finds the URL for %s, as the report names the system', (userAgent, url) => {
    expect(urlForSystem(urls, userAgent)).toBe(url)
    const { os } = parseAgent(userAgent)
    expect({ iOS: 'ios', Android: 'android' }[os]).toBe(url)
  })

  it('leaves the link’s own destination to systems without one', () => {
    expect(urlForSystem({ android_url: 'android' }, 'Mozilla/5.0 (iPhone; like Mac OS X)')).toBeUndefined()
    expect(urlForSystem({}, 'Mozilla/5.0 (Linux; Android 14)')).toBeUndefined()
  })
})
