import { ApiError } from '#core/api-error.ts'

/** Why a member was not changed. */
export function refuseChange(why: 'not-found' | 'last-owner' | 'owners-only' | 'not-allowed'): ApiError {
  switch (why) {
    case 'not-found':
      return new ApiError('NOT_FOUND', 'Member not found. They may have been removed already.')
    case 'last-owner':
      return new ApiError('CONFLICT', 'An account needs at least one owner. Make another member an owner first.')
    case 'owners-only':
      return ownersOnly()
    case 'not-allowed':
      return new ApiError('FORBIDDEN', 'Your role in this account does not allow this. Ask an owner or admin.')
  }
}

export const ownersOnly = () => new ApiError('FORBIDDEN', 'Only an owner can invite, change, or remove owners.')
