import { Image, Info } from 'lucide-react'
import { useDeferredValue, useMemo } from 'react'
import { bareUrl, withScheme } from '../format/urls.ts'
import type { Filled } from './draft.ts'
import { drawPlainCode } from './plain-code.ts'

export function LinkPreview({ filled, host }: { filled: Filled; host: string }) {
  const alias = useDeferredValue(filled.custom_alias.trim())
  return (
    <aside aria-label="Preview" className="min-w-0 md:border-l md:border-line md:pl-6">
      <div className="flex flex-col gap-5 md:sticky md:top-0">
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
      <p className="mt-2 truncate text-center font-mono text-xs text-dim" title={isExample ? undefined : url}>
        {isExample ? 'The final QR code appears after you save.' : bareUrl(url)}
      </p>
    </figure>
  )
}

/** The card as social apps show it, without its image: the dashboard sends no requests to other hosts. */
function CardPreview({ filled, host }: { filled: Filled; host: string }) {
  const { og_title, og_description, og_image_url } = filled
  const isPlain = `${og_title}${og_description}${og_image_url}`.trim() === ''
  return (
    <figure className="min-w-0">
      <figcaption className="mb-2 text-[13px] font-medium text-dim">Social preview</figcaption>
      <div className="overflow-hidden rounded-md border border-line">
        <div className="flex aspect-[1.91] flex-col items-center justify-center gap-1.5 border-b border-line bg-sunken px-4 text-dim">
          <Image aria-hidden size={22} strokeWidth={1.5} />
          <p className="max-w-full truncate text-xs">
            {og_image_url.trim() === '' ? 'No image' : bareUrl(withScheme(og_image_url.trim()))}
          </p>
        </div>
        <div className="px-3 py-2">
          <p className="truncate text-xs text-dim">{host}</p>
          <p className="truncate font-medium">{og_title.trim() || titleFor(filled.url)}</p>
          {og_description.trim() !== '' && <p className="line-clamp-2 text-[13px] text-dim">{og_description}</p>}
        </div>
      </div>
      {isPlain && (
        <p className="mt-2 flex gap-1.5 text-xs text-dim">
          <Info aria-hidden size={13} className="mt-0.5 shrink-0" />
          Social apps use the destination’s own preview.
        </p>
      )}
    </figure>
  )
}

const titleFor = (url: string) => (url.trim() === '' ? 'Your destination' : bareUrl(withScheme(url.trim())))
