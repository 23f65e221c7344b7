import { Download } from 'lucide-react'
import type { ReactNode } from 'react'
import { buttonStyle } from './button.tsx'
import { download } from './download.ts'

interface DownloadLinkProps {
  url: string
  look?: 'main' | 'quiet'
  className?: string
  onStart?: () => void
  children: ReactNode
}

/** A link to a file of the API, which looks like a button. */
export const DownloadLink = ({ url, look = 'quiet', className = '', onStart, children }: DownloadLinkProps) => (
  <a
    href={url}
    download
    className={`${buttonStyle({ look })} ${className}`}
    onClick={(event) => {
      event.preventDefault()
      download(url)
      onStart?.()
    }}
  >
    <Download aria-hidden size={15} />
    <span>{children}</span>
  </a>
)
