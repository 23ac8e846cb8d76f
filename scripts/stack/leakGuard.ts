/** What every test file of a process sees, by the name under which a test reaches it. */
export type SharedState = ReadonlyMap<string, unknown>

/** Node 25's own are opened by a look, with a warning where no file is named for them. */
const opensWhenRead = new Set(['localStorage', 'sessionStorage'])

const held = (owner: object, name: PropertyKey) => {
  const descriptor = Object.getOwnPropertyDescriptor(owner, name)
  return descriptor?.get ?? descriptor?.value
}

/** Environment, globals, console, folder, exit code and process listeners as they are now. */
export function readSharedState(): SharedState {
  const state = new Map<string, unknown>([
    ['process.cwd()', process.cwd()],
    ['process.exitCode', process.exitCode],
  ])
  for (const [name, value] of Object.entries(process.env)) state.set(`process.env.${name}`, value)
  for (const name of Object.keys(console)) state.set(`console.${name}`, held(console, name))
  for (const name of Object.getOwnPropertyNames(globalThis)) {
    // Some of Node's globals are getters until they are read for the first time.
    if (!opensWhenRead.has(name)) Reflect.get(globalThis, name)
    state.set(`globalThis.${name}`, held(globalThis, name))
  }
  for (const event of process.eventNames())
    state.set(`process.on(${String(event)})`, process.listenerCount(event))
  return state
}

/** What a library changes when it is first imported: a registry for all its copies, Hono's globals, sharp's folder. */
const isLibraryState = (name: string) =>
  name.startsWith('globalThis.__') ||
  ['globalThis.Request', 'globalThis.Response', 'process.on(exit)', 'process.env.VIPSHOME'].includes(name)

/** Names what a test file changed in its process and left so. */
export function findLeaks(before: SharedState, after: SharedState): string[] {
  const names = new Set([...before.keys(), ...after.keys()])
  return [...names].filter(
    (name) =>
      !isLibraryState(name) &&
      (before.has(name) !== after.has(name) || !Object.is(before.get(name), after.get(name))),
  )
}
