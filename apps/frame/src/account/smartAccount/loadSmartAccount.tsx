import type { AccountPage } from '../page/AccountPage.ts'

/** Everything that decodes, reads networks and shows approvals is a part of its own. */
export const loadSmartAccount: AccountPage['loadSmartAccount'] = async (page, tag) => {
  const [{ SmartAccountContent }, { createChainRpc }, { loadLocale }] = await Promise.all([
    import('./SmartAccountContent.tsx'),
    import('../../chains/evm/rpc/createChainRpc.ts'),
    import('../../locales/loadLocale.ts'),
  ])
  const rpc = createChainRpc(page.config, window.fetch.bind(window))
  const locale = await loadLocale(tag)
  return (owner) => <SmartAccountContent page={page} owner={owner} rpc={rpc} locale={locale} />
}
