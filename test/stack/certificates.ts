import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

/** Files of a certificate for 127.0.0.1 and localhost, and of the private authority that signed it. */
export interface Certificate {
  authority: string
  key: string
  certificate: string
  remove(): Promise<void>
}

export const hasOpenssl = (process.env['PATH'] ?? '').split(':').some((folder) => existsSync(join(folder, 'openssl')))

const names = 'subjectAltName=IP:127.0.0.1,DNS:localhost'
const newKey = ['-nodes', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1']
const days = ['-days', '2']

export async function createCertificate(): Promise<Certificate> {
  const folder = await mkdtemp(join(tmpdir(), 'waymark-tls-'))
  const openssl = (...args: string[]) => promisify(execFile)('openssl', args, { cwd: folder })
  await writeFile(join(folder, 'names'), names)
  const authority = ['-keyout', 'authority-key.pem', '-out', 'authority.pem']
  await openssl('req', '-x509', ...newKey, ...days, '-subj', '/CN=Waymark test authority', ...authority)
  await openssl('req', '-new', ...newKey, '-subj', '/CN=localhost', '-keyout', 'key.pem', '-out', 'request.pem')
  const signer = ['-CA', 'authority.pem', '-CAkey', 'authority-key.pem', '-CAcreateserial']
  await openssl(
    'x509',
    '-req',
    '-in',
    'request.pem',
    ...signer,
    ...days,
    '-extfile',
    'names',
    '-out',
    'certificate.pem',
  )
  return {
    authority: join(folder, 'authority.pem'),
    key: join(folder, 'key.pem'),
    certificate: join(folder, 'certificate.pem'),
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}
