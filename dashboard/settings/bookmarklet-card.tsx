import { toast } from 'sonner'
import { appPath } from '../api/page-meta.ts'
import { buttonStyle } from '../parts/button.tsx'
import { Card } from '../parts/card.tsx'
import { CopyButton } from '../parts/copy-button.tsx'
import { bookmarklet } from './bookmarklet.ts'

/** A bookmark that shortens any page. Where a link cannot be dragged, its code can be copied. */
export function BookmarkletCard() {
  const code = bookmarklet(`${location.origin}${appPath}`)
  return (
    <Card title="Bookmarklet">
      <p className="mb-3 text-dim">
        Drag this link to your bookmarks bar. On any page, the bookmark opens the form for a new link with the URL of
        that page.
      </p>
      <div className="flex flex-wrap items-center gap-2">
        <a
          // React replaces javascript: URLs. The Content-Security-Policy keeps this page from running it.
          ref={(link) => link?.setAttribute('href', code)}
          href="#bookmarklet"
          className={`${buttonStyle()} cursor-grab`}
          onClick={(event) => {
            event.preventDefault()
            toast('Drag this link to your bookmarks bar', { description: 'Or copy its code into a bookmark.' })
          }}
        >
          Shorten with Waymark
        </a>
        <CopyButton text={code} label="Copy code" words />
      </div>
      <p className="mt-3 text-[13px] text-dim">
        On a phone or with the keyboard: copy the code, bookmark any page, then edit that bookmark and replace its URL
        with the code.
      </p>
    </Card>
  )
}
