import { escapeHtml } from '../pages/escape-html.ts'
import type { VisitorPage } from '../pages/visitor-page.ts'

interface OpenedApp {
  /** Opens the app: a URL with its scheme, or an intent. */
  url: string
  /** Page of the app in a store, if the domain has one. */
  store_url: string | null
  /** The destination, for visitors without the app. */
  destination: string
  /** Whether the page tries to open the app at once. In-app browsers only allow it after a tap. */
  opensAtOnce: boolean
}

/** A page that opens an app, and offers the store and the destination to visitors without it. */
export function appPage({ url, store_url, destination, opensAtOnce }: OpenedApp): VisitorPage {
  const store = store_url === null ? '' : button(store_url, 'Get the app', 'plain', 'store')
  const page: VisitorPage = {
    status: 200,
    icon: 'app',
    title: 'Open in the app',
    main: `<p>Nothing happens? The app may not be installed.</p>
${button(url, 'Open app', '', 'open')}${store}${button(destination, 'Continue in the browser', 'plain', 'web')}`,
  }
  return opensAtOnce ? { ...page, script: openScript } : page
}

const button = (url: string, label: string, style: string, id: string) =>
  `<p><a id="${id}" class="button ${style}" rel="noreferrer nofollow" href="${escapeHtml(url)}">${label}</a></p>`

/** Time for the app to open. */
const waitMs = 2_500

/**
 * Opens the app. If the page is still shown after that, and no question of the browser is, it goes to the store or the
 * destination. The text is constant, so that the policy of the page allows it by its hash.
 */
export const openScript = `(function(){
var by=function(id){return document.getElementById(id)}
var timer=setTimeout(function(){if(!document.hidden)location.replace((by('store')||by('web')).href)},${waitMs})
var stop=function(){clearTimeout(timer)}
addEventListener('pagehide',stop)
addEventListener('blur',stop)
document.addEventListener('visibilitychange',stop)
location.href=by('open').href
})()`
