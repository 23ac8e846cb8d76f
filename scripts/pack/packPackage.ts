import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { npmCommand, run } from '../install/run.mjs'
import { buildScripts } from './buildScripts.ts'
import { writeTypes } from './writeTypes.ts'

export type PackOptions = {
  root: string
  /** Where the tarball is put; default: `.latchkey/pack`. */
  destination?: string
  log: (line: string) => void
  signal?: AbortSignal
}

/** Projects whose declarations the entries reach; `tsc -b` makes those that they need. */
const PROJECTS = ['sdk', 'vue', 'svelte', 'wagmi', 'siwx', 'testing'] as const
/** Milliseconds. */
const TIMEOUT = 900_000

/**
 * Builds `packages/latchkey` and packs it: the same bytes from the same sources.
 *
 * @returns the path of the tarball
 */
export async function packPackage({ root, destination, log, signal }: PackOptions): Promise<string> {
  const folder = join(root, 'packages', 'latchkey')
  const outDir = join(folder, 'dist')
  const start = async (command: string, args: readonly string[], cwd: string) => {
    const { code, output } = await run(command, args, {
      cwd,
      quiet: true,
      timeout: TIMEOUT,
      ...(signal ? { signal } : {}),
    })
    signal?.throwIfAborted()
    if (code !== 0) throw new Error(`${args.join(' ')} failed:\n${output.trim()}`)
    return output
  }
  const began = performance.now()
  const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc')
  await start(process.execPath, [tsc, '-b', ...PROJECTS.map((name) => join('packages', name))], root)
  await buildScripts(root, outDir)
  writeTypes(root, outDir)
  const into = destination ?? join(root, '.latchkey', 'pack')
  const [npm = 'npm', ...first] = npmCommand()
  const args = ['pack', '--json', '--ignore-scripts', '--pack-destination', into]
  mkdirSync(into, { recursive: true })
  const output = await start(npm, [...first, ...args], folder)
  const [{ filename, size, entryCount }] = JSON.parse(output.slice(output.indexOf('[')))
  const seconds = ((performance.now() - began) / 1000).toFixed(1)
  log(`pack      ${filename}: ${entryCount} files, ${(size / 1000).toFixed(0)} kB (${seconds} s)`)
  return join(into, filename)
}
