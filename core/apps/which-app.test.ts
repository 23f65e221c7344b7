import { describe, expect, it } from 'vitest'
import { canOpenApps, isInAppBrowser } from './which-app.ts'

const ios = 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)'
const pixel = 'Mozilla/5.0 (Linux; Android 14; Pixel 8'

describe('a browser in another app', () => {
  it.each([
    `${ios} Mobile/15E148 Instagram 330.0.3.29.109 (iPhone14,5; iOS 17_5)`,
    `${ios} Mobile/15E148 [FBAN/FBIOS;FBAV/460.0.0.40.109;FBDV/iPhone14,5]`,
    `${ios} Mobile/15E148`,
    `${ios} Mobile/15E148 Safari Line/14.5.0`,
    `${pixel}; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/126.0.0.0 Mobile Safari/537.36`,
    `${pixel}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36 musical_ly_2023`,
  ])('is recognized: %s', (agent) => expect(isInAppBrowser(agent)).toBe(true))

  it.each([
    `${ios} Version/17.5 Mobile/15E148 Safari/604.1`,
    `${ios} CriOS/126.0.6478.54 Mobile/15E148 Safari/604.1`,
    `${ios} FxiOS/127.0 Mobile/15E148 Safari/605.1.15`,
    `${pixel}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36`,
    `${pixel}) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/25.0 Chrome/121.0.0.0 Mobile Safari/537.36`,
  ])('is not assumed for %s', (agent) => expect(isInAppBrowser(agent)).toBe(false))
})

describe('a program that can open apps', () => {
  it.each([
    [`${ios} Version/17.5 Mobile/15E148 Safari/604.1`, true],
    [`${ios} Mobile/15E148 Instagram 330.0.3.29.109`, true],
    [`${pixel}) AppleWebKit/537.36 Chrome/126.0.0.0 Mobile Safari/537.36`, true],
    ['Dalvik/2.1.0 (Linux; U; Android 14; Pixel 8 Build/UD1A)', false],
    ['Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X)', true],
    ['Mozilla/5.0 (Linux; Android 14)', true],
    ['MyApp/1 CFNetwork/1496.0.7 Darwin/23.5.0', false],
    [
      `${pixel}) AppleWebKit/537.36 Chrome/126.0.0.0 Mobile Safari/537.36 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)`,
      false,
    ],
    [`${ios} Version/17.5 Mobile/15E148 Safari/604.1 (Applebot/0.1; +http://www.apple.com/go/applebot)`, false],
  ])('%s: %s', (agent, can) => expect(canOpenApps(agent)).toBe(can))
})
