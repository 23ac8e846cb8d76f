import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { run } from '../install/run.mjs'
import { type BuildTarget, buildTargets, inputHash, isBuilt, markBuilt } from './buildTargets.ts'

export type BuildOptions = {
  root: string
  /** Builds also what is unchanged. */
  force?: boolean
  only?: readonly BuildTarget['name'][]
  onProgress?: (line: string) => void
  signal?: AbortSignal
}

/** One build may take this long, in milliseconds. */
const BUILD_TIMEOUT = 900_000

async function build(options: BuildOptions, target: BuildTarget): Promise<void> {
  const { root, force = false, onProgress = () => undefined, signal } = options
  const hash = inputHash(root, target)
  if (!force && isBuilt(root, target, hash)) {
    onProgress(`build     ${target.name} is up to date`)
    return
  }
  const started = performance.now()
  const builder = target.name === 'docs' ? 'vitepress' : 'vite'
  const program = join(root, 'node_modules', builder, 'bin', `${builder}.js`)
  const { code, output, timedOut } = await run(process.execPath, [program, 'build'], {
    cwd: join(root, target.directory),
    env: { NODE_ENV: 'production' },
    quiet: true,
    timeout: BUILD_TIMEOUT,
    ...(signal ? { signal } : {}),
  })
  signal?.throwIfAborted()
  if (timedOut) throw new Error(`The build of ${target.name} took longer than ${BUILD_TIMEOUT / 1000} s.`)
  if (code !== 0) throw new Error(`The build of ${target.name} failed:\n${output.trim()}`)
  if (!existsSync(join(root, target.result)))
    throw new Error(`The build of ${target.name} made no ${target.result}:\n${output.trim()}`)
  markBuilt(root, target, hash)
  onProgress(`build     ${target.name} (${((performance.now() - started) / 1000).toFixed(1)} s)`)
}

/**
 * Makes the production builds whose inputs have changed since the last time.
 *
 * @throws Error with the output of the build that failed
 */
export async function buildAll(options: BuildOptions): Promise<void> {
  const targets = buildTargets.filter(({ name }) => options.only?.includes(name) ?? true)
  for (const target of targets) await build(options, target)
}
