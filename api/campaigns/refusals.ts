import { ApiError, malformedFields } from '#core/api-error.ts'

/** Campaigns return 400 for every mistake. */
export const refuseField = (field: string, message: string) => malformedFields([{ field, message }])

export const nameIsTaken = () => refuseField('name', 'Another campaign has this name. Choose a different one.')

export const noSuchCampaign = () => new ApiError('NOT_FOUND', 'Campaign not found.')
