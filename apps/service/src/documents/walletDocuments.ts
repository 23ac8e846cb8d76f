import type { ServiceContext } from '../context/ServiceContext.ts'
import type { ServedDocument } from './createDocumentApp.ts'
import { accountConfigOf, frameConfigOf, keysConfigOf, panelConfigOf } from './documentConfigs.ts'

/** The documents of the wallet's origin. The pages that links in mails lead to are those of the account page. */
export function walletDocuments({ config }: ServiceContext): readonly ServedDocument[] {
  const account = {
    kind: 'account' as const,
    file: 'account.html',
    configOf: (project: Parameters<ServedDocument['configOf']>[0]) => accountConfigOf(config, project),
  }
  return [
    {
      kind: 'frame',
      path: '/frame',
      file: 'index.html',
      configOf: (project) => frameConfigOf(config, project),
    },
    { ...account, path: '/account' },
    { ...account, path: '/device', anyProject: true },
    { ...account, path: '/link', anyProject: true },
  ]
}

/** The documents of the keys origin. */
export function keysDocuments({ config, channel: { publicKey } }: ServiceContext): readonly ServedDocument[] {
  return [
    {
      kind: 'keys',
      path: '/keys',
      file: 'index.html',
      configOf: (project) => keysConfigOf(config, project, publicKey),
    },
    {
      kind: 'panel',
      path: '/panel',
      file: 'panel.html',
      configOf: (project) => panelConfigOf(config, project, publicKey),
    },
  ]
}
