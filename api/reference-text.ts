import { endpoints } from './endpoints.ts'
import { describeApi } from './frame/openapi.ts'

/** Replaced by the BASE_URL of the installation. */
export const basePlaceholder = 'https://base-url.invalid'

/** The OpenAPI document. Writing it takes 280 ms, so tools/build-apps.ts replaces this module by its result. */
export const referenceText: string = JSON.stringify(describeApi(endpoints, basePlaceholder))
