/** Unix milliseconds in the uuidv7 of a batch: when the redirector opened the segment. */
export function batchTime(batchId: string): number {
  return Number.parseInt(batchId.slice(0, 8) + batchId.slice(9, 13), 16)
}

/** Ids of version 8 are from `waymark seed`: their time is the end of the clicks, not the time of ingestion. */
export const isFromRedirector = (batchId: string): boolean => batchId[14] === '7'
