import { buildSdk } from './build-sdk.ts'

await buildSdk(console.log)
