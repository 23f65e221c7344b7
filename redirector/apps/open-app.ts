import { appPage } from '#core/apps/app-page.ts'
import { intentUrl } from '#core/apps/intent-url.ts'
import { isInAppBrowser } from '#core/apps/which-app.ts'
import { systemOf } from '#core/visits/url-for-system.ts'
import type { AppsRecord } from '#schemas/link-record.ts'
import type { Page } from '../pages/page-answer.ts'
import { type Answer, type HeaderList, type HeaderValue, intentAnswer } from '../visit/answer.ts'

interface Opening {
  /** URL with the scheme of the app. */
  url: string
  /** The destination for visitors without the app. */
  without_app: string
  status: number
  cookie?: HeaderValue
}

/** The response that opens an app: on Android a redirect, elsewhere a page. Without the app, visitors go to the store of the domain. */
export function openApp(
  { url, without_app, status, cookie }: Opening,
  userAgent: string,
  apps: AppsRecord | null,
): Answer | Page {
  const isAndroid = systemOf(userAgent) === 'android'
  const store_url = (isAndroid ? apps?.android : apps?.ios)?.store_url ?? null
  const package_name = apps?.android?.package_name ?? null
  const intent = isAndroid ? intentUrl({ url, package_name, fallback: store_url ?? without_app }) : null
  const isInApp = isInAppBrowser(userAgent)
  const headers: HeaderList = cookie === undefined ? [] : [['Set-Cookie', cookie]]
  if (intent !== null && !isInApp) return intentAnswer(intent, status, headers)
  const page = appPage({ url: intent ?? url, store_url, destination: without_app, opensAtOnce: !isInApp })
  return { ...page, headers }
}
