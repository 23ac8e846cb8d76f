import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { create } from 'tar'

/** A gzipped tar with these files, for tests. */
export function testTarball(files: Readonly<Record<string, string>>): Uint8Array {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-tarball-'))
  try {
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, name)), { recursive: true })
      writeFileSync(join(folder, name), text)
    }
    const packed = create({ sync: true, gzip: true, cwd: folder }, Object.keys(files)).read()
    if (!packed) throw new Error('Nothing was packed.')
    return packed
  } finally {
    rmSync(folder, { recursive: true })
  }
}
