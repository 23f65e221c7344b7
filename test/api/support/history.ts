import { api, get, key } from './short-urls.ts'

export const historyOf = async (id: string, query = '') => (await get(`/short-urls/${id}/history${query}`)).json
export const entries = async (id: string) => (await historyOf(id)).data
export const rollBack = (id: string, body: unknown, as = key) =>
  api.request('POST', `/short-urls/${id}/rollback`, { key: as, body })
