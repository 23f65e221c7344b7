import { useMutationState } from '@tanstack/react-query'

/** For mutations. Those that share a key are sent in order, so that the last one wins. */
export const inOrder = (key: readonly string[]) => ({ mutationKey: key, scope: { id: key.join(' ') } })

/**
 * The changes that are being sent, the oldest first. A page shows them over what was read, which may be older: it may be read
 * again at any time.
 */
export const usePending = <Change>(key: readonly string[]): Change[] =>
  useMutationState({
    filters: { mutationKey: key, exact: true, status: 'pending' },
    select: ({ state }) => state.variables as Change,
  })
