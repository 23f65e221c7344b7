import { ApiError } from '#core/api-error.ts'

/** Campaigns answer every mistake with 400, and details that name the member. */
export const refuseField = (field: string, problem: string) =>
  new ApiError('BAD_REQUEST', 'Invalid request', `${field} ${problem}`)

export const nameIsTaken = () => refuseField('name', 'is the name of another campaign')

export const noSuchCampaign = () => new ApiError('NOT_FOUND', 'No such campaign')
