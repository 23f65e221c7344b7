import type { ExternalToast } from 'sonner'

/** A toast of code that every page loads: sonner is not part of that. */
export async function lateToast(title: string, options: ExternalToast & { isError?: true }): Promise<void> {
  const { toast } = await import('sonner')
  const { isError, ...shown } = options
  if (isError) toast.error(title, shown)
  else toast(title, shown)
}
