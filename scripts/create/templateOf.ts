import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** What `create-latchkey` fills: it has the same in `createProject.mjs`, and ships without this file. */
const PLACES = {
  name: 'latchkey-name',
  project: 'latchkey-project',
  walletOrigin: 'http://wallet.latchkey-place.localhost',
  apiOrigin: 'http://api.latchkey-place.localhost',
} as const

/** Which consumer a template is made of, and the scripts that only a person needs. */
const SOURCES = {
  vite: {
    consumer: 'vite-react-19',
    scripts: { dev: 'vite --port 5174', preview: 'vite preview --port 5174' },
    ignored: ['node_modules', 'dist'],
  },
  next: {
    consumer: 'next',
    scripts: { dev: 'next dev --port 5174' },
    ignored: ['node_modules', '.next', 'next-env.d.ts'],
  },
} as const
export type TemplateName = keyof typeof SOURCES

/** What the consumers name, by what a template has in its place. */
const WRITTEN: readonly (readonly [written: string, place: string])[] = [
  ['http://wallet.localhost:9', PLACES.walletOrigin],
  ['http://api.localhost:9', PLACES.apiOrigin],
  ["projectId: 'outside'", `projectId: '${PLACES.project}'`],
  ["title: 'Outside'", `title: '${PLACES.name}'`],
  ['<title>Outside</title>', `<title>${PLACES.name}</title>`],
]

const filled = (text: string) =>
  WRITTEN.reduce((done, [written, place]) => done.replaceAll(written, place), text)

/** Versions that a newer one of the same kind may replace. */
const withRanges = (dependencies: Record<string, string> = {}) =>
  Object.fromEntries(Object.entries(dependencies).map(([name, version]) => [name, `^${version}`]))

/**
 * The files of a template, by path. They are those of a consumer that `npm run outside` tries, so that each stands once.
 *
 * @example templateOf(root, 'vite').get('src/wallet.ts')
 */
export function templateOf(root: string, name: TemplateName): Map<string, string> {
  const { consumer, scripts, ignored } = SOURCES[name]
  const consumers = join(root, 'scripts', 'outside', 'consumers')
  const folder = join(consumers, consumer)
  const read = (path: string) => readFileSync(path, 'utf8')
  const files = new Map<string, string>()
  for (const path of readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort())
    if (path !== 'package.json' && statSync(join(folder, path)).isFile())
      files.set(path.replaceAll('\\', '/'), filled(read(join(folder, path))))
  const { outside, ...manifest } = JSON.parse(read(join(folder, 'package.json')))
  for (const [target, file] of Object.entries<string>(outside.files))
    files.set(target, filled(read(join(consumers, 'shared', file))))
  const { version } = JSON.parse(read(join(root, 'packages', 'latchkey', 'package.json')))
  const written = {
    name: PLACES.name,
    version: '0.0.0',
    ...manifest,
    scripts: { ...scripts, ...manifest.scripts },
    dependencies: withRanges({ latchkey: version, ...manifest.dependencies }),
    devDependencies: withRanges(manifest.devDependencies),
  }
  files.set('package.json', `${JSON.stringify(written, null, 2)}\n`)
  files.set('gitignore', `${ignored.join('\n')}\n`)
  return files
}

/** Writes all templates to where `create-latchkey` looks for them, in place of what was there. */
export function writeTemplates(root: string): void {
  const folder = join(root, 'packages', 'create-latchkey', 'dist', 'templates')
  rmSync(folder, { recursive: true, force: true })
  for (const name of Object.keys(SOURCES) as TemplateName[])
    for (const [path, text] of templateOf(root, name)) {
      const target = join(folder, name, path)
      mkdirSync(dirname(target), { recursive: true })
      writeFileSync(target, text)
    }
}
