import { gunzipSync } from 'node:zlib'
import { Parser } from 'tar'

const MAX_UNPACKED = 512 * 1024 * 1024

/**
 * Reads files of a gzipped tar into memory. Nothing is written to the disk, so no name in it can reach anywhere.
 *
 * @param wanted chooses files by their name in the archive
 * @throws Error when it is not such an archive, is damaged, or is larger than 512 MB unpacked
 */
export function readTarball(packed: Uint8Array, wanted: (name: string) => boolean): Map<string, string> {
  const files = new Map<string, string>()
  const parser = new Parser({
    strict: true,
    filter: (name) => wanted(name),
    onReadEntry(entry) {
      const chunks: Buffer[] = []
      entry.on('data', (chunk) => chunks.push(chunk))
      entry.on('end', () => {
        if (entry.type === 'File') files.set(entry.path, Buffer.concat(chunks).toString('utf8'))
      })
    },
  })
  // Of what is unpacked already, the parser reads all before it returns.
  parser.end(gunzipSync(packed, { maxOutputLength: MAX_UNPACKED }))
  return files
}
