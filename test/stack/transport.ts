/** TRANSPORT=node npm test: every redirector that a test starts, and does not say otherwise of, serves through node:http. */
const transport = process.env['TRANSPORT'] ?? ''
export const transportUnderTest = transport === '' ? {} : { TRANSPORT: transport }
