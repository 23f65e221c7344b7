import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { toast } from 'sonner'
import { Button } from './button.tsx'

const shownMs = 1_500

/** What is copied is said in its label: "Copy short URL". */
export function CopyButton({ text, label, words }: { text: string; label: string; words?: boolean }) {
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return undefined
    const timer = setTimeout(() => setCopied(false), shownMs)
    return () => clearTimeout(timer)
  }, [copied])
  const Icon = copied ? Check : Copy
  return (
    <Button
      look={words === true ? 'quiet' : 'bare'}
      size={words === true ? 'normal' : 'icon'}
      title={label}
      onClick={() => void copyText(text).then(setCopied)}
    >
      <Icon aria-hidden size={15} className={copied ? 'text-good' : ''} />
      <span className={words === true ? '' : 'sr-only'}>{words === true && copied ? 'Copied' : label}</span>
      <span role="status" className="sr-only">
        {copied ? 'Copied' : ''}
      </span>
    </Button>
  )
}

/** Browsers forbid it where the page came over plain http from another machine: then the reader has to do it. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    toast.error('The browser does not let this page copy', { description: text })
    return false
  }
}
