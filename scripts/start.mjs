/** `npm start`: brings the whole local stack up and prints the address to open. `npm run dev` adds --dev. */
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { installDependencies } from './install/installDependencies.mjs'
import { typeScriptLoader } from './install/loadTypeScript.mjs'
import { requireNode } from './install/requireNode.mjs'
import { abortOnSignals } from './install/run.mjs'
import { defaultPorts, portNames } from './stack/serviceEnv.mjs'
import { takenPorts } from './stack/takenPorts.mjs'

requireNode()
const scripts = dirname(fileURLToPath(import.meta.url))
const root = dirname(scripts)
const dev = process.argv.includes('--dev')
// Registered first, so that a stop is known to be wanted before any child ends by it.
const signal = abortOnSignals()
const log = (line) => console.log(`  ${line}`)

async function requirePorts() {
  const named = Object.fromEntries(Object.entries(defaultPorts).map(([key, port]) => [portNames[key], port]))
  const taken = await takenPorts(named)
  if (taken.length > 0) throw new Error(`${taken.join('\n')}\nStop the program that uses it, then try again.`)
}

/** The reason of the first part that fails, or undefined when a stop was asked for. */
const endOf = (stack) =>
  new Promise((resolve) => {
    stack.failed.then(resolve)
    signal.addEventListener('abort', () => resolve(undefined), { once: true })
    if (signal.aborted) resolve(undefined)
  })

async function start() {
  await requirePorts()
  await installDependencies({ root, log, signal })
  const load = await typeScriptLoader()
  const { buildAll } = await load(join(scripts, 'stack', 'buildAll.ts'))
  const { productBuilds } = await load(join(scripts, 'stack', 'buildTargets.ts'))
  // With --dev the demo is served from its source; service, frame and keys are built or watched.
  await buildAll({ root, onProgress: log, signal, only: dev ? ['frame', 'keys'] : productBuilds })
  const { startStack } = await load(join(scripts, 'stack', 'startStack.ts'))
  const stack = await startStack({
    root,
    dev,
    ports: { ...defaultPorts },
    dataDir: join(root, '.latchkey'),
    databaseUrl: process.env.DATABASE_URL,
    // With --dev each change is a build.
    keepsFiles: !dev,
    onProgress: log,
    signal,
  })
  console.log(`ready ${stack.origins.app}`)
  const { startDocsHost } = await load(join(scripts, 'docs', 'docsHost.ts'))
  // Beside the running product: nobody waits for its documentation, and a mistake in it stops nothing.
  const docs = startDocsHost({ root, ...stack, signal }).then(
    (host) => {
      log(`docs      ${stack.origins.docs}`)
      return host
    },
    (error) => {
      if (!signal.aborted) log(`docs      ${error.message}`)
    },
  )
  const reason = await endOf(stack)
  if (reason === undefined) console.log('\nstopping')
  await Promise.all([stack.stop(), docs.then((host) => host?.stop())])
  if (reason !== undefined) throw new Error(reason)
}

try {
  await start()
  process.exit(0)
} catch (error) {
  if (!signal.aborted) console.error(error.message)
  process.exit(signal.aborted ? 130 : 1)
}
