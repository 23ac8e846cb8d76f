import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { once } from '@latchkey/std/once'
import { build } from 'vite'

const root = join(import.meta.dirname, '..', '..')
/** As deep in the package as what is shipped: the program looks for its files from there. */
const folder = join(root, '.latchkey')

/**
 * The service as one file for Node, built when a test first starts a process of it: from its sources, each start takes eight
 * seconds of a processor.
 *
 * @returns its path
 */
export const serviceProgram = once(async () => {
  const built = await build({ root, logLevel: 'error', build: { write: false, sourcemap: false } })
  const [program] = [built].flat().flatMap((one) => ('output' in one ? one.output : []))
  if (program?.type !== 'chunk') throw new Error('The build of the service made no program.')
  mkdirSync(folder, { recursive: true })
  const path = join(folder, 'main.js')
  // Whoever starts it at this moment gets one or the other whole.
  writeFileSync(`${path}.${process.pid}`, program.code)
  renameSync(`${path}.${process.pid}`, path)
  return path
})
