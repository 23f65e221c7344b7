import { skipToken, useQuery } from '@tanstack/react-query'

/** A module that loads when it is needed; undefined until then. */
function useProgram<Program>(name: string, load: (() => Promise<Program>) | typeof skipToken): Program | undefined {
  return useQuery({
    queryKey: ['program', name],
    queryFn: load,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  }).data
}

/** The renderer, which loads after the form. */
export const usePreviewProgram = () => useProgram('preview', async () => (await import('./preview.ts')).preview)

export const useCheckProgram = () =>
  useProgram('check-content', async () => (await import('./check-content.ts')).checkContent)

export const useLabelFont = (isWanted: boolean) =>
  useProgram('label-font', isWanted ? async () => (await import('#core/qr/label-font.ts')).labelFont : skipToken)
