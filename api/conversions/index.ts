import { createConversion } from './create-conversion.ts'

export const conversions = [createConversion]
