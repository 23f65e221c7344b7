import { execFileSync } from 'node:child_process'

/** One machine: a network namespace with an address that this machine reaches over a bridge. */
export interface Machine {
  address: string
  /** The start of a command that runs the rest of it on the machine. */
  within: string[]
  /** Nothing reaches the machine, and it reaches nothing, as if its cable were pulled. */
  cutOff(): void
  reconnect(): void
}

export interface Network {
  /** The address of this machine on the bridge. */
  gateway: string
  machines: Machine[]
  close(): void
}

const command = 'ip'
const ip = (...args: string[]) => execFileSync(command, args, { stdio: 'pipe' })

/** Why this process cannot create machines, or undefined if it can. */
export function whyNoMachines(): string | undefined {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'network namespaces need root on Linux'
  try {
    createNetwork(1).close()
    return undefined
  } catch (error) {
    return `network namespaces are not available: ${error instanceof Error ? error.message : String(error)}`
  }
}

/** Addresses are in the range for tests of network devices (RFC 2544). Each process uses another part of it. */
export function createNetwork(count: number): Network {
  const prefix = `198.18.${process.pid % 256}`
  const name = `wm${process.pid}`
  const names = Array.from({ length: count }, (_, index) => `${name}-${index}`)
  const close = () => {
    for (const each of names) tolerate(() => ip('netns', 'del', each))
    // Deleting a namespace also deletes its network devices.
    tolerate(() => ip('link', 'del', name))
  }
  try {
    ip('link', 'add', name, 'type', 'bridge')
    ip('address', 'add', `${prefix}.1/24`, 'dev', name)
    ip('link', 'set', name, 'up')
    const machines = names.map((each, index) => addMachine(each, name, `${prefix}.${11 + index}`))
    return { gateway: `${prefix}.1`, machines, close }
  } catch (error) {
    close()
    throw error
  }
}

function addMachine(name: string, bridge: string, address: string): Machine {
  ip('netns', 'add', name)
  ip('link', 'add', name, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', name)
  ip('link', 'set', name, 'master', bridge, 'up')
  ip('-n', name, 'address', 'add', `${address}/24`, 'dev', 'eth0')
  for (const device of ['lo', 'eth0']) ip('-n', name, 'link', 'set', device, 'up')
  return {
    address,
    within: ['ip', 'netns', 'exec', name],
    cutOff: () => void ip('link', 'set', name, 'down'),
    reconnect: () => void ip('link', 'set', name, 'up'),
  }
}

/** A part that was not created yet, or is gone already. */
function tolerate(run: () => unknown): void {
  try {
    run()
  } catch {
    // Nothing to remove.
  }
}
