import type { ExternalToast } from 'sonner'

/** A toast for code that every page loads. It loads sonner only when it is shown. */
export async function lateToast(title: string, options: ExternalToast & { isError?: true } = {}): Promise<void> {
  const { toast } = await import('sonner')
  const { isError, ...shown } = options
  if (isError) toast.error(title, shown)
  else toast(title, shown)
}
