import { buildApps } from '../../tools/build-apps.ts'

export async function setup(): Promise<void> {
  await buildApps(() => undefined)
}
