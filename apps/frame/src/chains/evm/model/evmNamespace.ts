/** CAIP-2 namespace of the networks of Ethereum's kind. */
export const evmNamespace = 'eip155'

/** Whether a network is one of them: the networks of other namespaces that a page lists have no number. */
export const isEvm = ({ caip2 }: { caip2: string }): boolean => caip2.startsWith(`${evmNamespace}:`)
