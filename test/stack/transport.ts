/** TRANSPORT=node npm test: every redirector that a test starts without a transport serves through node:http. */
const transport = process.env['TRANSPORT'] ?? ''
export const transportUnderTest = transport === '' ? {} : { TRANSPORT: transport }
