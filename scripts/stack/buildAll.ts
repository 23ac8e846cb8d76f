import { existsSync } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, extname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
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

const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)

/** Formats of text; the others are compressed already. */
const TEXT = new Set(['.js', '.css', '.json', '.svg', '.wasm'])
/** Bytes. What is smaller gains nothing. */
const WORTH_IT = 1_024

/**
 * Puts a `.br` and a `.gz` beside each file of a build that the service hands out. It would take seconds of the processor
 * to make them at each start, while the first visitor waits.
 *
 * @param folder the build's `assets`
 */
export async function compressAssets(folder: string): Promise<void> {
  const names = (await readdir(folder)).filter((name) => TEXT.has(extname(name)))
  const compress = async (name: string) => {
    const file = join(folder, name)
    const plain = await readFile(file)
    if (plain.length < WORTH_IT) return
    const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: plain.length }
    const [br, gz] = await Promise.all([compressBrotli(plain, { params }), compressGzip(plain, { level: 9 })])
    await Promise.all([writeFile(`${file}.br`, br), writeFile(`${file}.gz`, gz)])
  }
  await Promise.all(names.map(compress))
}

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
  if (target.isServed) await compressAssets(join(root, dirname(target.result), 'assets'))
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
