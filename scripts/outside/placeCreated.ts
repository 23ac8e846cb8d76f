import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { npmCommand, run } from '../install/run.mjs'
import type { Consumer } from './Consumer.ts'
import type { OutsideWallet } from './OutsideWallet.ts'

/** Projects that `create-latchkey` makes, in the order of the table. */
export const CREATED: readonly {
  name: string
  template: string
  outside: Consumer['manifest']['outside']
}[] = [
  { name: 'create-vite', template: 'vite', outside: { order: 90, serve: 'dist' } },
  { name: 'create-next', template: 'next', outside: { order: 91 } },
]

/** Milliseconds. */
const TIMEOUT = 120_000

/**
 * Has the packed `create-latchkey` make a project, by its command as npm would call it, with the packed `latchkey` among
 * its dependencies.
 *
 * @returns the project as a consumer that is in its place
 * @throws Error when the command fails
 */
export async function placeCreated(
  { name, template, outside }: (typeof CREATED)[number],
  folder: string,
  tarballs: { create: string; latchkey: string },
  { origins }: OutsideWallet,
  signal: AbortSignal,
): Promise<Consumer> {
  const [npm = 'npm', ...first] = npmCommand()
  const call = [
    'exec',
    '--yes',
    '--ignore-scripts',
    '--package',
    tarballs.create,
    '--',
    'create-latchkey',
    name,
  ]
  const told = ['--template', template, '--project', 'outside']
  const place = ['--wallet-origin', origins.wallet, '--api-origin', origins.api]
  const env = { npm_config_local_prefix: folder, INIT_CWD: folder }
  const options = { cwd: folder, env, quiet: true, timeout: TIMEOUT, signal }
  const { code, output } = await run(npm, [...first, ...call, ...told, ...place], options)
  signal.throwIfAborted()
  if (code !== 0) throw new Error(`create-latchkey failed:\n${output.trim()}`)
  const directory = join(folder, name)
  const path = join(directory, 'package.json')
  const manifest = JSON.parse(readFileSync(path, 'utf8'))
  cpSync(tarballs.latchkey, join(directory, basename(tarballs.latchkey)))
  manifest.dependencies.latchkey = `file:${basename(tarballs.latchkey)}`
  writeFileSync(path, JSON.stringify(manifest, null, 2))
  return { name, directory, manifest: { ...manifest, outside } }
}
