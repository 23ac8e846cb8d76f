import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { listConsumers, placeConsumer } from '../../outside/Consumer.ts'
import { INSTALL, npmIn } from '../../outside/npmIn.ts'
import { SILENT } from '../../outside/OutsideWallet.ts'
import { packPackage } from '../../pack/packPackage.ts'

/** A React page with a button of its own. */
const CONSUMER = 'vite-react-19'

const ALONE = {
  'index.html':
    '<!doctype html><html lang="en"><head><meta charset="utf-8" /><title>Alone</title></head>' +
    '<body><div id="root"></div><script type="module" src="./main.js"></script></body></html>\n',
  'main.js': `import { createElement } from 'react'
import { createRoot } from 'react-dom/client'

createRoot(document.getElementById('root')).render(createElement('button', { type: 'button' }, 'Connect'))
`,
}

/** Finished builds. */
export type PlacedPage = {
  /** The page with the packed package. */
  page: string
  /** A page that has React and a button, and nothing of ours. */
  alone: string
}

/**
 * Builds a page where nothing of the workspace can be resolved, with the packed package: what is measured there is what a
 * page has that installs it.
 *
 * @throws Error with what npm said when the page cannot be installed or built
 */
export async function placePage(root: string, folder: string, signal?: AbortSignal): Promise<PlacedPage> {
  const stopping = signal ? { signal } : {}
  const tarball = await packPackage({ root, destination: folder, log: () => undefined, ...stopping })
  const consumer = listConsumers().find(({ name }) => name === CONSUMER)
  if (!consumer) throw new Error(`No consumer is named ${CONSUMER}.`)
  const place = placeConsumer(consumer, folder, tarball, SILENT)
  const alone = join(place, 'alone')
  mkdirSync(alone)
  for (const [name, text] of Object.entries(ALONE)) writeFileSync(join(alone, name), text)
  for (const args of [INSTALL, ['run', 'build'], ['exec', '--', 'vite', 'build', 'alone']]) {
    const wrong = await npmIn(place, args, signal)
    if (wrong !== undefined) throw new Error(wrong)
  }
  return { page: join(place, 'dist'), alone: join(alone, 'dist') }
}
