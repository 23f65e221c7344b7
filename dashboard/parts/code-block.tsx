import { CopyButton } from './copy-button.tsx'

interface CodeBlockProps {
  /** Above it, if it needs a name. */
  label?: string
  text: string
  /** "Copy the command" */
  copy: string
}

/** Something to be pasted elsewhere, with a button that copies it. */
export function CodeBlock({ label, text, copy }: CodeBlockProps) {
  return (
    <div className="min-w-0 text-left">
      {label !== undefined && <p className="mb-1.5 font-medium">{label}</p>}
      <div className="flex items-start gap-2 rounded-md border border-line bg-sunken p-2.5">
        <code className="min-w-0 flex-1 self-center font-mono text-[13px] break-words whitespace-pre-wrap [overflow-wrap:anywhere]">
          {text}
        </code>
        <CopyButton text={text} label={copy} />
      </div>
    </div>
  )
}
