import { ApiError } from '#core/api-error.ts'

/** `noun` is the object, such as "short URL". */
export const noSuchEntry = (noun: string) =>
  new ApiError('NOT_FOUND', `Entry not found in the history of this ${noun}.`)

export const changedSince = (noun: string) =>
  new ApiError('CONFLICT', `This ${noun} was changed in the meantime. Read its history again and repeat the request.`)
