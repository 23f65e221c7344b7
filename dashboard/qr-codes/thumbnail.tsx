import { QrCode as Icon } from 'lucide-react'
import { useState } from 'react'
import type { QrCode } from '#schemas/qr-codes.ts'
import { thumbnailOf } from '../api/qr-codes.ts'

interface ThumbnailProps {
  code: Pick<QrCode, 'id' | 'updated_at' | 'visual_settings'>
  className: string
  /** Text for screen readers; '' if the same text is next to the image. */
  alt: string
}

/** The stored image, on its background. */
export function Thumbnail({ code, className, alt }: ThumbnailProps) {
  const [failed, setFailed] = useState<string | null>(null)
  const url = thumbnailOf(code)
  const { background_transparent, background_color } = code.visual_settings
  return (
    <div
      className={`flex items-center justify-center overflow-hidden ${background_transparent ? 'checkered' : 'bg-sunken'} ${className}`}
      // The background of the scan test: dark dots would be invisible on a dark theme.
      style={background_transparent ? { backgroundColor: background_color } : undefined}
    >
      {failed === url ? (
        <button
          type="button"
          className="flex size-full flex-col items-center justify-center gap-2 text-[13px] text-dim"
          onClick={() => setFailed(null)}
        >
          <Icon aria-hidden size={28} strokeWidth={1.25} /> Try again
        </button>
      ) : (
        <img
          src={url}
          alt={alt}
          loading="lazy"
          decoding="async"
          className="size-full object-contain"
          onError={() => setFailed(url)}
        />
      )}
    </div>
  )
}
