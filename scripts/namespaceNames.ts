/** Where the product names a namespace of CAIP-2. A namespace is data: code asks a registry and knows none by name. */
import { isTest, lineCounter, type SourceFiles, walkSource } from './readSources.ts'

export type NamespaceName = { path: string; line: number; rule: string; edge: string }

const NAME = /(?<![a-zA-Z0-9])(?:eip155|solana|bip122)(?![a-zA-Z0-9])/

/** A package or folder that is of one namespace, by its name. */
const OF_ONE = /(?:^|\/)(?:chain-[a-z]+|evm|solana|bitcoin)\//

/** The registry of each side, the closed list of the contracts, and the words. */
const REGISTRIES: readonly string[] = [
  'apps/keys/src/accounts/accountIds.ts',
  'apps/service/src/config/namespaces.ts',
  'packages/core/src/interfaces/Connector.ts',
  'packages/i18n/src/locales/',
  'packages/protocol/src/schema/primitives.ts',
]

/** Files that name a namespace still. The list only gets shorter: one that is not needed any more fails the check. */
export const NAMESPACE_EXCEPTIONS: readonly string[] = [
  'packages/connectors/src/embedded.ts',
  'packages/connectors/src/embedded/FrameConnection.ts',
  'packages/connectors/src/embedded/FrameSession.ts',
  'packages/connectors/src/embedded/createFrameIdentity.ts',
  'packages/connectors/src/injected/injectedConnector.ts',
  'packages/connectors/src/injected/walletAnswers.ts',
  'packages/connectors/src/injected/watchInjected.ts',
  'packages/connectors/src/mock.ts',
  'packages/connectors/src/walletConnect/proposals.ts',
  'packages/connectors/src/walletConnect/readSession.ts',
  'packages/connectors/src/walletConnect/session.ts',
  'packages/connectors/src/walletConnect/sessionEvents.ts',
  'packages/connectors/src/walletConnect/sessionRequest.ts',
  'packages/core/src/account/preferredAccountType.ts',
  'packages/core/src/siwx/connectWithSiwx.ts',
  'packages/core/src/siwx/signSiwx.ts',
  'packages/core/src/siwx/siweConfig.ts',
  'packages/core/src/siwx/siwxSubject.ts',
  'packages/core/src/storage/storedState.ts',
  'packages/core/src/walletLinks/deepLinkOf.ts',
  'packages/protocol/src/frame/rpcPolicy.ts',
  'packages/siwx/src/message/fields.ts',
  'packages/siwx/src/message/formatSiwxMessage.ts',
  'packages/siwx/src/message/parseSiwxMessage.ts',
  'packages/siwx/src/serviceSiwx.ts',
  'packages/siwx/src/storedSessions.ts',
  'packages/siwx/src/verify/verifyAccountSignature.ts',
  'packages/siwx/src/verify/verifySiwxMessage.ts',
  'packages/siwx/src/verify/verifyTypedDataSignature.ts',
  'packages/wagmi/src/followLatchkey.ts',
]

const isProduct = (path: string) =>
  /^(?:packages|apps)\/(?!testing\/|local-bundler\/|demo\/)[^/]+\/src\/.+\.tsx?$/.test(path) &&
  !isTest(path) &&
  !/\/(?:testing|workbench)\//.test(path)

const isAllowed = (path: string) =>
  OF_ONE.test(path) ||
  REGISTRIES.some((place) => (place.endsWith('/') ? path.startsWith(place) : path === place))

/** Lines of a source that name a namespace: in a text, a template, a pattern, or as the name of a property. */
function namingLines(path: string, source: string): number[] {
  if (!NAME.test(source)) return []
  const lineOf = lineCounter(source)
  const lines = new Set<number>()
  const add = (start: number, text: unknown) => {
    if (typeof text === 'string' && NAME.test(text)) lines.add(lineOf(start))
  }
  const addKey = (key: { type: string; start: number; name?: unknown }) => {
    if (key.type === 'Identifier') add(key.start, key.name)
  }
  // What is imported is a matter of the table of imports.
  const imported = new Set<number>()
  const skip = (from: { start: number } | null | undefined) => {
    if (from) imported.add(from.start)
  }
  walkSource(source, path, {
    ImportDeclaration: ({ source: from }) => skip(from),
    ExportNamedDeclaration: ({ source: from }) => skip(from),
    ExportAllDeclaration: ({ source: from }) => skip(from),
    ImportExpression: ({ source: from }) => skip(from),
    Literal(node) {
      if (imported.has(node.start)) return
      add(node.start, 'regex' in node ? node.regex.pattern : node.value)
    },
    TemplateElement: ({ start, value }) => add(start, value.raw),
    Property: ({ key }) => addKey(key),
    TSPropertySignature: ({ key }) => addKey(key),
    MemberExpression: ({ property }) => addKey(property),
  })
  return [...lines].sort((a, b) => a - b)
}

/**
 * Every line of the product that names a namespace outside the places allowed for it, and every exception that names none.
 *
 * @param exceptions paths
 */
export function findNamespaceNames(
  files: SourceFiles,
  exceptions: readonly string[] = NAMESPACE_EXCEPTIONS,
): NamespaceName[] {
  const found: NamespaceName[] = []
  const needed = new Set<string>()
  for (const [path, source] of files) {
    if (!isProduct(path) || isAllowed(path)) continue
    const lines = namingLines(path, source)
    if (lines.length > 0) needed.add(path)
    if (exceptions.includes(path)) continue
    const rule = 'a namespace is named in the registry of its side, or in a folder of its own'
    for (const line of lines) found.push({ path, line, rule, edge: 'namespace' })
  }
  const rule = 'this exception is not needed any more: take it off the list'
  const left = exceptions.filter((path) => !needed.has(path))
  return [...found, ...left.map((path) => ({ path, line: 1, rule, edge: 'scripts/namespaceNames.ts' }))]
}
