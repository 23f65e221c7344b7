import { Info } from 'lucide-react'
import { useDeferredValue, useMemo } from 'react'
import { parseUrl } from '#schemas/parse-url.ts'
import { bareUrl, withScheme } from '../format/urls.ts'
import { useSettled } from '../parts/use-settled.ts'
import type { Filled } from './draft.ts'
import { drawPlainCode } from './plain-code.ts'
import { SocialCard } from './social-card.tsx'

export function LinkPreview({ filled, host }: { filled: Filled; host: string }) {
  const alias = useDeferredValue(filled.custom_alias.trim())
  return (
    <aside aria-label="Preview" className="min-w-0 md:border-l md:border-line md:pl-6">
      <div className="flex flex-col gap-5 md:sticky md:top-1">
        <CodePreview url={`${location.protocol}//${host}/${alias === '' ? example : alias}`} isExample={alias === ''} />
        <CardPreview filled={filled} host={host} />
      </div>
    </aside>
  )
}

/** Same length as a generated slug. */
const example = 'xxxxxxx'

function CodePreview({ url, isExample }: { url: string; isExample: boolean }) {
  const picture = useMemo(() => drawPlainCode(url), [url])
  return (
    <figure>
      <figcaption className="mb-2 text-[13px] font-medium text-dim">QR code</figcaption>
      <div className="flex justify-center rounded-md border border-line bg-sunken p-4">
        {picture === null ? (
          <p className="py-6 text-center text-[13px] text-dim">This URL is too long for a QR code.</p>
        ) : (
          <img
            src={picture}
            alt={isExample ? 'Example QR code' : `QR code of ${url}`}
            width={132}
            height={132}
            className={`rounded ${isExample ? 'opacity-40' : ''}`}
          />
        )}
      </div>
      {isExample ? (
        <p className="mt-2 text-center text-xs text-dim">The final QR code appears after you save.</p>
      ) : (
        <p className="mt-2 truncate text-center font-mono text-xs text-dim" title={url}>
          {bareUrl(url)}
        </p>
      )}
    </figure>
  )
}

function CardPreview({ filled, host }: { filled: Filled; host: string }) {
  const { og_title, og_description, og_image_url } = filled
  const own = { title: og_title.trim(), description: og_description.trim(), image_url: withScheme(og_image_url.trim()) }
  const isPlain = `${own.title}${own.description}${own.image_url}` === ''
  const typed = withScheme(filled.url.trim())
  const [url, image_url] = [useSettled(parseUrl(typed) === null ? '' : typed), useSettled(own.image_url)]
  return (
    <figure className="min-w-0">
      <figcaption className="mb-2 text-[13px] font-medium text-dim">Social preview</figcaption>
      <SocialCard url={url} own={{ ...own, image_url }} host={host} />
      {isPlain && (
        <p className="mt-2 flex gap-1.5 text-xs text-dim">
          <Info aria-hidden size={13} className="mt-0.5 shrink-0" />
          Social apps use the destination’s own preview.
        </p>
      )}
    </figure>
  )
}
