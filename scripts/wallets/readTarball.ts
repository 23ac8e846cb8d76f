import { gunzipSync } from 'node:zlib'

const BLOCK = 512
const MAX_UNPACKED = 512 * 1024 * 1024

const text = (bytes: Uint8Array) => Buffer.from(bytes).toString('utf8').split('\0')[0] ?? ''

/** POSIX pax header: records of `<length> <key>=<value>\n`. */
function paxPath(body: Uint8Array): string | undefined {
  return /(?:^|\n)\d+ path=(.*)\n/.exec(Buffer.from(body).toString('utf8'))?.[1]
}

/**
 * Reads files of a gzipped tar (POSIX ustar and pax) into memory. Nothing is written to the disk, so no name in it can
 * reach anywhere.
 *
 * @param wanted chooses files by their name in the archive
 * @throws Error when it is not such an archive, or larger than 512 MB unpacked
 */
export function readTarball(packed: Uint8Array, wanted: (name: string) => boolean): Map<string, string> {
  const bytes = gunzipSync(packed, { maxOutputLength: MAX_UNPACKED })
  const files = new Map<string, string>()
  let longName: string | undefined
  for (let at = 0; at + BLOCK <= bytes.length; ) {
    const header = bytes.subarray(at, at + BLOCK)
    if (header.every((byte) => byte === 0)) break
    const size = Number.parseInt(text(header.subarray(124, 136)).trim() || '0', 8)
    const body = bytes.subarray(at + BLOCK, at + BLOCK + size)
    if (!Number.isSafeInteger(size) || size < 0 || body.length !== size)
      throw new Error('The archive is damaged.')
    const kind = text(header.subarray(156, 157)) || '0'
    const prefix = text(header.subarray(345, 500))
    const name = longName ?? `${prefix ? `${prefix}/` : ''}${text(header.subarray(0, 100))}`
    longName = kind === 'x' ? paxPath(body) : undefined
    if (kind === '0' && wanted(name)) files.set(name, body.toString('utf8'))
    at += BLOCK + Math.ceil(size / BLOCK) * BLOCK
  }
  return files
}
