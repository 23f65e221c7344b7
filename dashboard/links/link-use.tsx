import { FlaskConical, QrCode } from 'lucide-react'
import type { ShortUrl } from '#schemas/links.ts'

type Used = Pick<ShortUrl, 'qr_code_id' | 'ab_test_id'>

/** Marks the links of QR codes and A/B tests. */
export const LinkUse = ({ link }: { link: Used }) => (
  <>
    {link.qr_code_id !== null && (
      <span title="Link of a QR code" className="shrink-0 text-dim">
        <QrCode aria-hidden size={14} />
        <span className="sr-only">Link of a QR code</span>
      </span>
    )}
    {link.ab_test_id !== null && (
      <span title="In an A/B test" className="shrink-0 text-dim">
        <FlaskConical aria-hidden size={14} />
        <span className="sr-only">In an A/B test</span>
      </span>
    )}
  </>
)

/** Scans of a code such as Wi-Fi open a page with its content, at the URL of the link itself. */
export const isCodePage = ({ short_url, original_url }: Pick<ShortUrl, 'short_url' | 'original_url'>): boolean =>
  original_url === short_url
