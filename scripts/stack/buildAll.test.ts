import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { compressAssets } from './buildAll.ts'

test('text that is worth it gets a compressed form of each kind beside it, and nothing else does', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-test-'))
  try {
    const script = 'console.log(1)\n'.repeat(200)
    for (const [name, text] of [
      ['a-1234.js', script],
      ['small-1234.js', 'let a = 1'],
      ['picture-1234.webp', script],
    ] as const)
      writeFileSync(join(folder, name), text)
    await compressAssets(folder)
    expect(readdirSync(folder).sort()).toEqual(
      ['a-1234.js', 'a-1234.js.br', 'a-1234.js.gz', 'picture-1234.webp', 'small-1234.js'].sort(),
    )
    const read = (name: string) => readFileSync(join(folder, name))
    expect(brotliDecompressSync(read('a-1234.js.br')).toString()).toBe(script)
    expect(gunzipSync(read('a-1234.js.gz')).toString()).toBe(script)
    expect(read('a-1234.js.br').length).toBeLessThan(script.length / 10)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
