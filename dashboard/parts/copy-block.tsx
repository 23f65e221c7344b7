import { CopyButton } from './copy-button.tsx'

interface CopyBlockProps {
  text: string
  /** Of the button. */
  label: string
  title?: string
}

/** Text that is made to be pasted elsewhere: whole, wrapped, with a button. */
export const CopyBlock = ({ text, label, title }: CopyBlockProps) => (
  <div>
    {title !== undefined && <p className="mb-1.5 font-medium">{title}</p>}
    <div className="flex items-start gap-2 rounded-md border border-line bg-sunken p-1.5 pl-3">
      <code className="min-w-0 flex-1 py-1.5 font-mono text-[13px] break-all whitespace-pre-wrap">{text}</code>
      <CopyButton text={text} label={label} />
    </div>
  </div>
)
