import { classifyUserAgent } from '../visits/classify-traffic.ts'

/** Browsers in other apps. They often cannot open an app without a tap, and show an error instead. */
const inAppBrowser =
  /; wv\)|\bFB(?:AN|AV|_IAB)\b|FBAN\/|Instagram|Line\/|MicroMessenger|Twitter|LinkedInApp|Snapchat|Pinterest|musical_ly|BytedanceWebview|TikTok|GSA\//i

/** On iOS, only separate browsers call themselves Safari. */
export const isInAppBrowser = (userAgent: string): boolean =>
  inAppBrowser.test(userAgent) || (/\bip(?:hone|ad|od)\b/i.test(userAgent) && !userAgent.includes('Safari/'))

/** Whether this program can open an app. Bots, and apps that only request the link to read its destination, get that. */
export const canOpenApps = (userAgent: string): boolean =>
  !userAgent.includes('CFNetwork/') &&
  !userAgent.startsWith('Dalvik/') &&
  classifyUserAgent(userAgent).traffic !== 'bot'
