import { describe, expect, it } from 'vitest'
import {
  findReferrerHost,
  findSource,
  isEmailMedium,
  readReferrerDomain,
  referrerDomain,
  withoutLogin,
} from './find-source.ts'

describe('the host of a referrer', () => {
  it.each([
    ['https://www.Google.com/', 'www.google.com'],
    ['http://example.com:8080/a?b#c', 'example.com:8080'],
    ['https://user:secret@example.com/x', 'example.com'],
    ['android-app://com.google.android.gm/', 'com.google.android.gm'],
    ['https://t.co', 't.co'],
    ['about:blank', ''],
    ['nonsense', ''],
    ['', ''],
  ])('of "%s" is "%s"', (referrer, host) => {
    expect(findReferrerHost(referrer)).toBe(host)
  })

  it.each([
    ['www.example.com', 'example.com'],
    ['example.com:8080', 'example.com'],
    ['l.facebook.com', 'l.facebook.com'],
    ['www.com', 'www.com'],
    ['www2.localhost:3000', 'www2.localhost'],
    ['', ''],
  ])('%s is displayed as %s', (host, domain) => {
    expect(referrerDomain(host)).toBe(domain)
  })

  it.each([
    ['google.com', 'google.com'],
    ['www.Google.com', 'google.com'],
    ['example.com.', 'example.com'],
    ['MÜNCHEN.de', 'xn--mnchen-3ya.de'],
    ['xn--mnchen-3ya.de', 'xn--mnchen-3ya.de'],
    ['www.com', 'www.com'],
    ['de', 'de'],
    ['my_site.example', 'my_site.example'],
    ['com.google.android.gm', 'com.google.android.gm'],
    ['192.0.2.7', '192.0.2.7'],
  ])('entered as %s is that of visits from %s', (entered, domain) => {
    expect(readReferrerDomain(entered)).toBe(domain)
    expect(referrerDomain(findReferrerHost(`https://${domain}/`))).toBe(domain)
  })

  it.each([
    ...['', '.', '*', '*.google.com', 'google.*', '.google.com', 'google..com', 'google.com..', 'google.com,t.co'],
    ...['https://t.co', 't.co/x', 't.co:443', 'ada@t.co', 't.co?x', 't.co#x', 't%2eco', 't.co, x.com', 'a|b', '[::1]'],
  ])('is not "%s"', (entered) => expect(readReferrerDomain(entered)).toBeNull())
})

describe('the source', () => {
  it.each([
    ['', 'Direct'],
    ['www.google.com', 'Search'],
    ['google.com', 'Search'],
    ['www.google.co.uk', 'Search'],
    ['google.de', 'Search'],
    ['www.bing.com', 'Search'],
    ['duckduckgo.com', 'Search'],
    ['search.yahoo.com', 'Search'],
    ['r.search.yahoo.com', 'Search'],
    ['de.search.yahoo.com', 'Search'],
    ['images.google.de', 'Search'],
    ['finance.yahoo.com', 'Referral'],
    ['research.yahoo.com', 'Referral'],
    ['yandex.com.tr', 'Search'],
    ['com.google.android.googlequicksearchbox', 'Search'],
    ['docs.google.com', 'Referral'],
    ['www.facebook.com', 'Social'],
    ['l.facebook.com', 'Social'],
    ['m.facebook.com', 'Social'],
    ['t.co', 'Social'],
    ['x.com', 'Social'],
    ['old.reddit.com', 'Social'],
    ['out.reddit.com', 'Social'],
    ['www.linkedin.com', 'Social'],
    ['www.youtube.com', 'Social'],
    ['com.twitter.android', 'Social'],
    ['news.ycombinator.com', 'Social'],
    ['mail.google.com', 'Email'],
    ['outlook.live.com', 'Email'],
    ['mail.yahoo.com', 'Email'],
    ['com.google.android.gm', 'Email'],
    ['mailchi.mp', 'Email'],
    ['example.com', 'Referral'],
    ['notfacebook.com', 'Referral'],
    ['facebook.com.evil.example', 'Referral'],
    ['localhost:3000', 'Referral'],
    ['192.0.2.7', 'Referral'],
  ])('of "%s" is %s', (host, source) => {
    expect(findSource(host)).toBe(source)
  })

  it('recognizes a newsletter by its utm_medium', () => {
    expect(['email', 'Email', 'e-mail', 'newsletter'].every(isEmailMedium)).toBe(true)
    expect(['', 'social', 'emails'].some(isEmailMedium)).toBe(false)
  })
})

describe('the referrer', () => {
  it.each([
    ['https://ada:secret@example.com/a?b=c@d#e', 'https://example.com/a?b=c@d#e'],
    ['https://ada@example.com', 'https://example.com'],
    ['https://a@b:c@example.com/', 'https://example.com/'],
    ['android-app://ada:secret@com.example/', 'android-app://com.example/'],
    ['https://example.com/@ada:b@c', 'https://example.com/@ada:b@c'],
    ['https://example.com?mail=ada@example.com', 'https://example.com?mail=ada@example.com'],
    ['ada@example.com', 'ada@example.com'],
    ['', ''],
  ])('%s is stored as %s', (sent, stored) => {
    expect(withoutLogin(sent)).toBe(stored)
  })
})
