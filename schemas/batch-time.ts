/** Unix milliseconds in the uuidv7 of a batch: when the redirector opened the segment. */
export function batchTime(batchId: string): number {
  return Number.parseInt(batchId.slice(0, 8) + batchId.slice(9, 13), 16)
}
