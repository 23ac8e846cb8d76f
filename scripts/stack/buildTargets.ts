import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

export type BuildTarget = {
  name: 'frame' | 'keys' | 'service' | 'demo' | 'docs'
  /** Folder that holds the Vite configuration, or VitePress'. */
  directory: string
  /** What it is made of besides, Markdown too. */
  pages?: readonly string[]
  /** A file that exists once it is built. */
  result: string
  /** The service hands it out to visitors. */
  isServed?: true
}

export const buildTargets: readonly BuildTarget[] = [
  { name: 'frame', directory: 'apps/frame', result: 'apps/frame/dist/index.html', isServed: true },
  { name: 'keys', directory: 'apps/keys', result: 'apps/keys/dist/index.html', isServed: true },
  { name: 'service', directory: 'apps/service', result: 'apps/service/dist/main.js' },
  { name: 'demo', directory: 'apps/demo', result: 'apps/demo/dist/index.html' },
  {
    name: 'docs',
    directory: 'docs',
    pages: ['docs', 'docs/.vitepress', 'scripts/outside/consumers'],
    result: 'docs/.vitepress/dist/index.html',
  },
]

/** What the product needs to run: `npm start` does not wait for its documentation. */
export const productBuilds = buildTargets.map(({ name }) => name).filter((name) => name !== 'docs')

const SKIPPED = new Set(['node_modules', 'dist', 'coverage', 'test-results'])
const isInput = (name: string) => !/\.test\.tsx?$|\.tsbuildinfo$|\.md$/.test(name)
const isPage = (name: string) => isInput(name) || name.endsWith('.md')

function filesIn(folder: string, fits = isInput): string[] {
  if (!existsSync(folder)) return []
  const entries = readdirSync(folder, { withFileTypes: true }).sort((left, right) =>
    left.name < right.name ? -1 : 1,
  )
  return entries.flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory())
      return SKIPPED.has(entry.name) || entry.name.startsWith('.') ? [] : filesIn(path, fits)
    return entry.isFile() && fits(entry.name) ? [path] : []
  })
}

/** A hash of all that a build is made of: the app, every package, the lockfile, the shared settings. */
export function inputHash(root: string, target: BuildTarget): string {
  const shared = ['package-lock.json', 'tsconfig.base.json']
    .map((file) => join(root, file))
    .filter(existsSync)
  const hash = createHash('sha256').update(process.versions.node.split('.')[0] ?? '')
  for (const file of [
    ...shared,
    ...filesIn(join(root, 'packages')),
    ...filesIn(join(root, target.directory)),
    ...(target.pages ?? []).flatMap((folder) => filesIn(join(root, folder), isPage)),
  ])
    hash.update(`\0${file.slice(root.length)}\0`).update(readFileSync(file))
  return hash.digest('hex')
}

const stampFile = (root: string, target: BuildTarget) => join(root, '.latchkey', 'build', target.name)

/** Whether the finished build was made of exactly these inputs. */
export function isBuilt(root: string, target: BuildTarget, hash: string): boolean {
  const stamp = stampFile(root, target)
  return existsSync(join(root, target.result)) && existsSync(stamp) && readFileSync(stamp, 'utf8') === hash
}

/** Remembers what a finished build was made of. */
export function markBuilt(root: string, target: BuildTarget, hash: string): void {
  const stamp = stampFile(root, target)
  mkdirSync(dirname(stamp), { recursive: true })
  writeFileSync(stamp, hash)
}

/** Makes the next build start from the sources, because something else has written its result. */
export function forgetBuild(root: string, target: BuildTarget): void {
  rmSync(stampFile(root, target), { force: true })
}
