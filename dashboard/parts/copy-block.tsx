import { CopyButton } from './copy-button.tsx'

interface CopyBlockProps {
  text: string
  label: string
  title?: string
  /** Scrolls beyond a height. */
  isTall?: boolean
  onCopied?: () => void
  autoFocus?: boolean
}

export const CopyBlock = ({ text, label, title, isTall = false, ...button }: CopyBlockProps) => (
  <div>
    {title !== undefined && <p className="mb-1.5 font-medium">{title}</p>}
    <div className="flex items-start gap-2 rounded-md border border-line bg-sunken p-1.5 pl-3">
      <code
        className={`min-w-0 flex-1 py-1.5 font-mono text-[13px] break-all whitespace-pre-wrap ${isTall ? 'block max-h-80 overflow-y-auto' : ''}`}
        {...(isTall && { tabIndex: 0 })}
      >
        {text}
      </code>
      <div className="pointer-coarse:pt-1.5">
        <CopyButton text={text} label={label} {...button} />
      </div>
    </div>
  </div>
)
