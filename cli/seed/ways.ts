import type { Dice } from './dice.ts'
import type { Ways } from './link-catalog.ts'

const referrers: Record<Exclude<keyof Ways, 'direct'>, string> = {
  search: `https://www.google.com/ https://www.google.com/ https://www.google.de/ https://www.bing.com/ https://duckduckgo.com/
    https://search.yahoo.com/`,
  social: `https://www.instagram.com/ https://l.facebook.com/ https://t.co/4kQz https://www.linkedin.com/feed/
    https://www.reddit.com/r/design/ https://www.youtube.com/ https://bsky.app/`,
  referral: `https://news.example/2026/launch https://partner.example/shops https://reviews.example/best
    https://blog.friend.example/ https://www.magazine.example/tech`,
  email: 'https://mail.google.com/ https://outlook.live.com/ android-app://com.google.android.gm/',
}
const byWay = new Map(Object.entries(referrers).map(([way, list]) => [way, list.split(/\s+/)]))

/** Share of visitors from email and apps that send no referrer. */
const silent: Partial<Record<keyof Ways, number>> = { email: 0.6, social: 0.25 }

/** A random Referer header for a click on a link with these sources. */
export function drawReferrer(ways: Ways, dice: Dice): string {
  const entries = Object.entries(ways) as [keyof Ways, number][]
  let left = dice.roll() * entries.reduce((sum, [, parts]) => sum + parts, 0)
  const way = entries.find(([, parts]) => (left -= parts) < 0)?.[0] ?? 'direct'
  const known = byWay.get(way)
  if (known === undefined || dice.roll() < (silent[way] ?? 0)) return ''
  return dice.pick(known)
}
