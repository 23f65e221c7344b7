import { useQuery } from '@tanstack/react-query'
import type { z } from 'zod'
import type { accountContents } from '#schemas/archive.ts'
import { downloadUrl } from '../api/client.ts'
import { readQuery } from '../api/pages.ts'
import { quantity } from '../format/numbers.ts'
import { DownloadLink } from '../parts/download-link.tsx'
import { Modal } from '../parts/modal.tsx'
import { Refusal } from '../parts/refusal.tsx'

type Contents = z.output<typeof accountContents>

/** Asks for the password, which the download itself could not do. */
const contentsQuery = {
  ...readQuery<Contents>(['account-contents'], '/api/app/account/contents'),
  gcTime: 0,
  retry: false,
}

export function ExportDialog({ onClose }: { onClose: () => void }) {
  const { data, error } = useQuery(contentsQuery)
  return (
    <Modal
      title="Export account"
      about="One archive with links, QR codes, A/B tests, campaigns, domains, webhooks, and all clicks. Another Waymark can import it."
      onClose={onClose}
    >
      <div className="flex flex-col gap-4">
        {error !== null && <Refusal failure={error} />}
        {data !== undefined && <p>{describe(data)}</p>}
        <p className="text-[13px] text-dim">
          Keep the file safe: it contains hashes of link passwords. Members, API keys, and secrets of webhooks are not
          in it.
        </p>
        {data !== undefined && (
          <DownloadLink
            url={downloadUrl('/api/v1/account/export')}
            look="main"
            className="self-start"
            onStart={onClose}
          >
            Download archive
          </DownloadLink>
        )}
      </div>
    </Modal>
  )
}

const describe = ({ links, qr_codes, ab_tests, clicks }: Contents): string =>
  [
    quantity(links, 'link'),
    quantity(qr_codes, 'QR code'),
    quantity(ab_tests, 'A/B test'),
    ...(clicks === null ? [] : [quantity(clicks, 'click')]),
  ].join(', ')
