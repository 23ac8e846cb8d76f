import { type DrivenPage, type Driver, drivenDocument, drivenWait } from '../driven/DrivenPage.ts'
import { poll } from '../node/poll.ts'
import type { BidiConnection } from './bidiConnection.ts'

type Session = { connection: BidiConnection; context: () => Promise<string> }
type RemoteValue = { type?: string; value?: unknown; sharedId?: string }
type Tree = {
  context: string
  url: string
  children?: Tree[] | null
  userContext?: string
}

function remoteValue(result: Record<string, unknown>): RemoteValue {
  if (result.type === 'exception') {
    const { text } = (result.exceptionDetails ?? {}) as { text?: string }
    throw new Error(`The page threw: ${text}`)
  }
  return (result.result ?? {}) as RemoteValue
}

async function run({ connection, context }: Session, expression: string): Promise<RemoteValue> {
  return remoteValue(
    await connection.send('script.evaluate', {
      expression,
      target: { context: await context() },
      awaitPromise: true,
      userActivation: false,
    }),
  )
}

const pagesOf = ({ context, url, children }: Tree): { context: string; url: string }[] => [
  { context, url },
  ...(children ?? []).flatMap(pagesOf),
]

async function treesOf(connection: BidiConnection, root?: string): Promise<Tree[]> {
  const { contexts } = await connection.send('browsingContext.getTree', root ? { root } : {})
  return contexts as Tree[]
}

async function findFrame({ connection, context }: Session, prefix: string): Promise<string> {
  const trees = await treesOf(connection, await context())
  const found = trees.flatMap(pagesOf).find(({ url }) => url.startsWith(prefix))
  if (!found) throw new Error('there is no such frame')
  return found.context
}

/** Drives a browsing context; `context` is asked before each step, because a frame may be replaced. */
function bidiDriver(session: Session): Driver {
  const { connection } = session
  return {
    frame: (prefix) =>
      bidiDriver({
        connection,
        context: () =>
          poll(() => findFrame(session, prefix), {
            name: `The frame ${prefix}`,
            timeout: drivenWait,
            interval: 50,
          }),
      }),
    evaluate: async (expression) => String((await run(session, expression)).value),
    async locate(expression) {
      const { sharedId } = await run(session, expression)
      return sharedId ? { type: 'element', element: { sharedId } } : null
    },
    async perform(actions) {
      await connection.send('input.performActions', { context: await session.context(), actions: [actions] })
    },
  }
}

/** A top-level page. */
export function firefoxPage(connection: BidiConnection, context: string): DrivenPage {
  const navigate = (method: string, params: object) =>
    connection.send(method, { context, wait: 'complete', ...params })
  return {
    ...drivenDocument(bidiDriver({ connection, context: async () => context })),
    async goto(url) {
      await navigate('browsingContext.navigate', { url })
    },
    async reload() {
      await navigate('browsingContext.reload', {})
    },
    isOpen: async () => (await treesOf(connection)).some((tree) => tree.context === context),
    async popup(prefix) {
      const trees = await treesOf(connection)
      const own = trees.find((tree) => tree.context === context)
      const found = trees.find(
        (tree) =>
          tree.context !== context && tree.userContext === own?.userContext && tree.url.startsWith(prefix),
      )
      return found && firefoxPage(connection, found.context)
    },
    async close() {
      await connection.send('browsingContext.close', { context })
    },
  }
}
