import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Button } from './button.tsx'
import { lateToast } from './late-toast.ts'

const shownMs = 1_500

interface CopyButtonProps {
  text: string
  label: string
  words?: boolean
  onCopied?: () => void
  autoFocus?: boolean
}

/** The label says what is copied: "Copy short link". */
export function CopyButton({ text, label, words, onCopied, autoFocus }: CopyButtonProps) {
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return undefined
    const timer = setTimeout(() => setCopied(false), shownMs)
    return () => clearTimeout(timer)
  }, [copied])
  const Icon = copied ? Check : Copy
  async function copy() {
    if (!(await copyText(text))) return
    setCopied(true)
    onCopied?.()
  }
  return (
    <Button
      look={words === true ? 'quiet' : 'bare'}
      size={words === true ? 'normal' : 'icon'}
      // In a line of text, a larger target must not make the line higher. It lies above the next line.
      className={words === true ? '' : 'pointer-coarse:relative pointer-coarse:-my-3'}
      title={label}
      autoFocus={autoFocus}
      onClick={() => void copy()}
    >
      <Icon aria-hidden size={15} className={copied ? 'text-good' : ''} />
      <span className={words === true ? '' : 'sr-only'}>{words === true && copied ? 'Copied' : label}</span>
      <span role="status" className="sr-only">
        {copied ? 'Copied' : ''}
      </span>
    </Button>
  )
}

/** Browsers allow copying only on HTTPS and localhost. Otherwise a toast shows the text to copy by hand. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    void lateToast('Your browser blocked copying. Copy this text:', {
      id: 'copy-by-hand',
      description: text,
      isError: true,
      duration: Infinity,
      action: { label: 'Close', onClick: () => undefined },
    })
    return false
  }
}
